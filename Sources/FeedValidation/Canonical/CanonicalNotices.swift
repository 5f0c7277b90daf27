import FeedCompiling
import FeedReading
import GTFSSchedule

/// Makes of the findings of the rules what the canonical validator says of them.
struct CanonicalNotices {
    private let feed: LoadedFeed

    init(_ feed: LoadedFeed) {
        self.feed = feed
    }

    /// It has none of our own codes.
    func adapted(_ entries: [NoticeBin.Entry]) -> [NoticeBin.Entry] {
        entries.filter { !$0.definition.isOurs }.map { entry in
            switch entry.definition {
            case PickupDropOffTypeRule.forbiddenPickupType,
                PickupDropOffTypeRule.forbiddenDropOffType,
                ContinuousTravelRule.forbiddenContinuousPickupDropOff:
                entry.mapSamples(Self.withMidnight)
            case ShapeDistancesRule.decreasingShapeDistance: entry.mapSamples(Self.swapped)
            case TravelSpeedRule.fastTravelBetweenConsecutiveStops: describedByFirst(entry)
            default: entry
            }
        }
    }

    /// It shows midnight where a window has no start, or no end.
    private static func withMidnight(_ fields: NoticeFields) -> NoticeFields {
        var shown = fields
        for name in ["startPickupDropOffWindow", "endPickupDropOffWindow"] {
            let value = fields[name] ?? ServiceTime(seconds: 0).noticeValue
            shown = shown.without(name).with(name, value)
        }
        return shown
    }

    /// It names the two points the wrong way round.
    private static func swapped(_ fields: NoticeFields) -> NoticeFields {
        let pairs = [
            "csvRowNumber": "prevCsvRowNumber", "shapeDistTraveled": "prevShapeDistTraveled",
            "shapePtSequence": "prevShapePtSequence",
        ]
        var swapped: NoticeFields = [:]
        for (name, previous) in fields.fields.map({ ($0.name, pairs[$0.name]) }) {
            let other = previous ?? pairs.first { $0.value == name }?.key ?? name
            swapped.append(name, fields[other])
        }
        return swapped
    }

    /// It describes the calls by those of the first trip like this one. A trip whose id is too long
    /// for a notice keeps its own.
    private func describedByFirst(_ entry: NoticeBin.Entry) -> NoticeBin.Entry {
        // A trip has a notice for each of its fast hops.
        let trips = Set(entry.samples.compactMap { trip($0.fields) })
        let models = JavaMapOrder(feed).firstAlike(trips.sorted())
        return entry.mapSamples { fields in
            guard let trip = trip(fields), let model = models[trip],
                let start = position(fields["csvRowNumber1"], of: trip),
                let end = position(fields["csvRowNumber2"], of: trip)
            else { return fields }
            let calls = TravelSpeedRule.fields(feed.trip(model), from: start, to: end)
            return calls.fields.reduce(fields) { $0.without($1.name).with($1.name, $1.value) }
        }
    }

    private func trip(_ fields: NoticeFields) -> Int? {
        guard case .text(let id)? = fields["tripId"] else { return nil }
        return feed.trips.ids.find(id)
    }

    private func position(_ row: NoticeValue?, of trip: Int) -> Int? {
        guard case .integer(let row)? = row else { return nil }
        return feed.calls.rows(trip).firstIndex(of: Int32(row))
    }
}

extension NoticeFields {
    fileprivate func without(_ name: String) -> NoticeFields {
        fields.reduce(into: [:]) { if $1.name != name { $0.append($1.name, $1.value) } }
    }
}
