import FeedCompiling
import FeedReading
import GTFSSchedule

struct TripRouteReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["routes.txt", "trips.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.route >= 0, !feed.definesRoute(row.route) else { return }
            bin.addForeignKey(
                ("trips.txt", "route_id"), to: .route,
                value: feed.routeIDs.string(Int(row.route)), row: Int(row.row),
                unless: feed.leftOut)
        }
    }
}

struct TripServiceReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.service >= Int32(clamping: feed.definedServices) else { return }
            bin.addForeignKey(
                ("trips.txt", "service_id"), to: .service,
                value: feed.serviceIDs.string(Int(row.service)), row: Int(row.row),
                unless: feed.leftOut)
        }
    }
}

struct TripShapeReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["shapes.txt", "trips.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.shape >= 0, feed.shapes.isEmpty(Int(row.shape)),
                feed.shapes.isWhole(Int(row.shape))
            else { return }
            bin.addForeignKey(
                ("trips.txt", "shape_id"), to: .shape,
                value: feed.shapeIDs.string(Int(row.shape)), row: Int(row.row),
                unless: feed.leftOut)
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
            bin.add(.missingRequiredField, .field(missing, of: file, row: number))
        }
    }
}

struct FareRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = [FareRule.file.name]

    private let field: String
    private let column: @Sendable (FareRuleColumns) -> TextColumn
    private let parent: ForeignKeyParent

    init(
        _ field: String, in parent: ForeignKeyParent,
        _ column: @escaping @Sendable (FareRuleColumns) -> TextColumn
    ) {
        self.field = field
        self.parent = parent
        self.column = column
    }

    var inputFiles: [String] { Self.inputs + parent.files }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
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
            guard !isKnown[number] else { continue }
            bin.addForeignKey(
                (FareRule.file.name, field), to: parent, value: column.texts.string(number),
                row: rules.rowNumbers[index], unless: feed.leftOut)
        }
    }
}
