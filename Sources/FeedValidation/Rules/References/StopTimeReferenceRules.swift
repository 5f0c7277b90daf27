import FeedCompiling
import FeedReading

struct StopTimeTripReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for trip in feed.trips.definedCount..<max(feed.trips.definedCount, feed.trips.count) {
            try feed.checkCancellation()
            for position in feed.calls.calls(trip).indices {
                bin.addForeignKey(
                    ("stop_times.txt", "trip_id"), to: .trip, value: feed.trips.id(trip),
                    row: feed.calls.row(trip, position), unless: feed.leftOut)
            }
        }
    }
}

struct StopTimeStopReferenceRule: TripRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["stops.txt", "stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, into bin: NoticeBin) {
        let stops = trip.feed.stopRows
        for position in trip.calls.indices {
            let stop = Int(trip.calls[position].stop)
            guard stop >= 0, stop >= stops.count || stops[stop] < 0 else { continue }
            bin.addForeignKey(
                ("stop_times.txt", "stop_id"), to: .stop, value: trip.stopID(position) ?? "",
                row: trip.row(position), unless: trip.feed.leftOut)
        }
    }
}

/// There is one instance for each field of calls on demand that refers to another file.
struct OnDemandReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["stop_times.txt"]

    private let field: String
    private let parent: ForeignKeyParent
    private let id: @Sendable (OnDemandCall) -> String?

    init(
        _ field: String, in parent: ForeignKeyParent,
        _ id: @escaping @Sendable (OnDemandCall) -> String?
    ) {
        self.field = field
        self.parent = parent
        self.id = id
    }

    var inputFiles: [String] { Self.inputs + parent.files }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard let values = parent.values(feed) else { return }
        feed.calls.forEachExtra { extra, row in
            guard let id = id(extra), !values.contains(id) else { return }
            bin.addForeignKey(
                ("stop_times.txt", field), to: parent, value: id, row: row, unless: feed.leftOut)
        }
    }
}
