import FeedCompiling
import FeedReading
import GTFSSchedule

extension ForeignKeyRule {
    static let routesOfTrips = ForeignKeyRule("trips.txt", "route_id", in: .route) { feed, note in
        feed.trips.forEachRow { row in
            guard row.route >= 0, feed.routeRows.row(Int(row.route)) == nil else { return }
            note(Int(row.row)) { feed.routeIDs.string(Int(row.route)) }
        }
    }

    static let servicesOfTrips = ForeignKeyRule(
        "trips.txt", "service_id", in: .service
    ) { feed, note in
        feed.trips.forEachRow { row in
            guard row.service >= Int32(clamping: feed.definedServices) else { return }
            note(Int(row.row)) { feed.serviceIDs.string(Int(row.service)) }
        }
    }

    static let shapesOfTrips = ForeignKeyRule("trips.txt", "shape_id", in: .shape) { feed, note in
        feed.trips.forEachRow { row in
            guard row.shape >= 0, feed.shapes.isEmpty(Int(row.shape)),
                feed.shapes.isWhole(Int(row.shape))
            else { return }
            note(Int(row.row)) { feed.shapeIDs.string(Int(row.shape)) }
        }
    }

    static let tripsOfCalls = ForeignKeyRule("stop_times.txt", "trip_id", in: .trip) { feed, note in
        for trip in feed.trips.definedCount..<max(feed.trips.definedCount, feed.trips.count) {
            try feed.checkCancellation()
            for position in feed.calls.calls(trip).indices {
                note(feed.calls.row(trip, position)) { feed.trips.id(trip) }
            }
        }
    }

    init(
        ofCallsOnDemand field: String, in parent: ForeignKeyParent,
        _ id: @escaping @Sendable (OnDemandCall) -> String?
    ) {
        self.init("stop_times.txt", field, in: parent) { feed, note in
            guard let values = parent.values(feed) else { return }
            feed.calls.forEachExtra { extra, row in
                if let id = id(extra), !values.contains(id) { note(row) { id } }
            }
        }
    }

    init(
        ofFareRules field: String, in parent: ForeignKeyParent,
        _ column: @escaping @Sendable (FareRuleColumns) -> TextColumn
    ) {
        self.init(FareRule.file.name, field, in: parent) { feed, note in
            let rules = feed.fareRules
            guard rules.header.has(field) else { return }
            let column = column(rules)
            var isKnown: [Bool] = []
            for index in 0..<rules.count {
                if index & 0xFF == 0 { try feed.checkCancellation() }
                guard let number = column.number(index) else { continue }
                if isKnown.isEmpty {
                    guard let values = parent.values(feed) else { return }
                    isKnown = (0..<column.texts.count).map { values.contains(column.texts[$0]) }
                }
                if !isKnown[number] {
                    note(rules.rowNumbers[index]) { column.texts.string(number) }
                }
            }
        }
    }
}

extension LoadedFeed {
    var networkIDs: IDTable {
        let ids = IDTable()
        for row in networks.rows {
            if let id = row.networkID { _ = ids.intern(id.text) }
        }
        // Routes without one are found by the empty text, as in `ForeignKeyParent`.
        for row in routes.rows { _ = ids.intern(row.networkID?.text ?? "") }
        return ids
    }
}

/// The networks of a fare leg join rule are those of `networks.txt` or `routes.txt`, and it names
/// either both of its stops or none.
struct FareLegJoinRuleRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation, .missingRequiredField]
    static let inputs = ["networks.txt", "routes.txt", "fare_leg_join_rules.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let networks = feed.networkIDs
        let isKnowable = !feed.lacksKeyColumn(of: "networks.txt")
        let file = feed.fareLegJoinRules.filename
        for (index, row) in feed.fareLegJoinRules.rows.enumerated() {
            let number = feed.fareLegJoinRules.rowNumbers[index]
            let named = [
                ("from_network_id", row.fromNetworkID?.text),
                ("to_network_id", row.toNetworkID?.text),
            ]
            for case (let field, let id?) in named
            where isKnowable && networks.find(id) == nil {
                bin.addForeignKey(
                    (file, field), to: .routeOrNetwork, value: id, row: number,
                    unless: feed.leftOut)
            }
            guard (row.fromStopID == nil) != (row.toStopID == nil) else { continue }
            let missing = row.fromStopID == nil ? "from_stop_id" : "to_stop_id"
            bin.add(.missingRequiredField, field: missing, of: file, row: number)
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
            guard stop >= 0, stops.row(stop) == nil else { continue }
            bin.addForeignKey(
                ("stop_times.txt", "stop_id"), to: .stop, value: trip.stopID(position) ?? "",
                row: trip.row(position), unless: trip.feed.leftOut)
        }
    }
}
