public import GRDB
public import TransitModel

/// A record of GRDB.
extension Trip: FetchableRecord, TableRecord {
    public static let databaseTableName = "trips"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Agency: FetchableRecord, TableRecord {
    public static let databaseTableName = "agency"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Level: FetchableRecord, TableRecord {
    public static let databaseTableName = "levels"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension FeedInfo: FetchableRecord, TableRecord {
    public static let databaseTableName = "feed_info"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Attribution: FetchableRecord, TableRecord {
    public static let databaseTableName = "attributions"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
