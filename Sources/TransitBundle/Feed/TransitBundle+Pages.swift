import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns rows of `transfers.txt`, in the order of the file. For those at one stop, use
    /// ``transfers(at:)``.
    ///
    /// - Parameters:
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows.
    public func transfers(
        after position: Int64 = 0, limit: Int = 100
    ) async throws -> FeedPage<Transfer> {
        try await question { db in try Transfer.page(db, after: position, limit: limit) }
    }

    /// Returns rows of `pathways.txt`, in the order of the file. For those at one stop, use
    /// ``pathways(at:)``.
    ///
    /// - Parameters:
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows.
    public func pathways(
        after position: Int64 = 0, limit: Int = 100
    ) async throws -> FeedPage<Pathway> {
        try await question { db in try Pathway.page(db, after: position, limit: limit) }
    }

    /// Returns rows of `translations.txt`, in the order of the file.
    ///
    /// - Parameters:
    ///   - language: the tag as in the feed, in any case; nil for all languages.
    ///   - table: the name of the translated file, without its extension; nil for all.
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows.
    public func translations(
        in language: String? = nil, of table: String? = nil, after position: Int64 = 0,
        limit: Int = 100
    ) async throws -> FeedPage<Translation> {
        try await question { db in
            try Translation.page(
                db, after: position, limit: limit,
                where: """
                    (:language IS NULL OR language = :language COLLATE NOCASE)
                    AND (:table IS NULL OR table_name = :table)
                    """, ["language": language, "table": table])
        }
    }

    /// Returns rows of `fare_rules.txt`, in the order of the file.
    ///
    /// - Parameters:
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows; a matrix of zones has tens of thousands.
    public func fareRules(
        after position: Int64 = 0, limit: Int = 100
    ) async throws -> FeedPage<FareRule> {
        try await question { db in try FareRule.page(db, after: position, limit: limit) }
    }

    /// Returns the rows of `fare_attributes.txt`, sorted by id. ``fares(of:)`` gives those for a
    /// route.
    public func fareAttributes() async throws -> [FareAttribute] {
        try await question { db in try FareAttribute.fetchAll(db, "ORDER BY fare_id") }
    }

    /// Returns the size of the feed, and where on Earth it is. Counted on first use.
    public func extent() async throws -> FeedExtent {
        let known = feedExtent
        return try await question { db in try known.value { try FeedExtent(db) } }
    }

    /// The days from the first to the last on which a trip may run; nil when none ever runs.
    public var serviceDays: ClosedRange<ServiceDate>? { facts.windowDays }

    /// In seconds since 1970, with a spare day; nil when nothing ever departs.
    package var boardSpan: Range<Int>? {
        guard let days = facts.serviceDays else { return nil }
        let latest = facts.lastTimestamp + facts.frequencies.lastEnd
        return (days.lowerBound.dayNumber - 1) * 86_400..<(days.upperBound.dayNumber + 2) * 86_400
            + latest
    }
}

extension FeedRow {
    fileprivate static func page(
        _ db: Database, after position: Int64, limit: Int, where condition: String = "1",
        _ arguments: Parameters = []
    ) throws -> FeedPage<Self> {
        guard limit > 0 else { return FeedPage(rows: [], next: position) }
        // One more than wanted shows whether there are more.
        let most = limit == .max ? limit : limit + 1
        let found = try fetchAllPlaced(
            db, "WHERE rowid > :after AND (\(condition)) ORDER BY rowid LIMIT :most",
            arguments: arguments + ["after": position, "most": most])
        let rows = found.prefix(limit)
        return FeedPage(
            rows: rows.map(\.row), next: found.count > limit ? rows.last?.position : nil)
    }
}

extension FeedExtent {
    fileprivate init(_ db: Database) throws {
        func count(_ sql: String) throws -> Int { try db.first(sql) { $0.integer(0) } ?? 0 }
        self.init(
            stops: try count("SELECT count(*) FROM stops"),
            routes: try count("SELECT count(*) FROM routes"),
            trips: try count("SELECT count(*) FROM trip WHERE trip > 0"),
            stopTimes: try count(Self.stopTimes),
            shapes: try count("SELECT count(*) FROM shape WHERE points > 0"))
        try db.readRows(Self.edges) { row in
            guard let south = row.real(0), let north = row.real(1), let west = row.real(2),
                let east = row.real(3)
            else { return }
            box = BoundingBox(south: south, west: west, north: north, east: east)
        }
    }

    /// Groups of trips are far fewer than trips.
    private static let stopTimes = """
        SELECT sum(p.stops * t.trips)
        FROM (SELECT trip_group, count(*) AS trips FROM trip GROUP BY trip_group) t
        JOIN trip_group d ON d.trip_group = t.trip_group
        JOIN pattern p ON p.pattern = d.pattern
        """
    private static let edges = """
        SELECT min(stop_lat), max(stop_lat), min(stop_lon), max(stop_lon) FROM stops
        WHERE stop_lat BETWEEN -90 AND 90 AND stop_lon BETWEEN -180 AND 180
        """
}
