public import GRDB
public import TransitModel

extension FeedDescription {
    init(_ db: Database) throws {
        let info = try FeedInfo.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM feed_info LIMIT 1"))
        var metadata: [String: String] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT key, value FROM metadata"))
        while let row = try rows.next() {
            if let key = row.text("key") { metadata[key] = row.text("value") }
        }
        func date(_ number: Int?) -> ServiceDate? {
            number.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
        }
        self.init(
            info: info,
            agencies: try Agency.fetchAll(db.cachedStatement(sql: "SELECT * FROM agency")),
            attributions: try Attribution.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM attributions")),
            validity: FeedValidity(
                feedStart: date(info?.feedStartDate), feedEnd: date(info?.feedEndDate),
                firstServiceDay: date(metadata["first_service_day"].flatMap { Int($0) }),
                lastServiceDay: date(metadata["last_service_day"].flatMap { Int($0) })),
            metadata: metadata)
    }
}

/// A record of GRDB.
extension FeedInfo: BundleRecord {
    public static let databaseTableName = "feed_info"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Attribution: BundleRecord {
    public static let databaseTableName = "attributions"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Agency: BundleRecord {
    public static let databaseTableName = "agency"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
