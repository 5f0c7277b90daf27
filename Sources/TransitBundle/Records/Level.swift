public import GRDB

/// A row of `levels.txt`: a floor of a station. A GRDB record.
public struct Level: Codable, Hashable, Sendable, Identifiable {
    public var levelID: String
    /// Above the others when larger; the street is 0.
    public var levelIndex: Double?
    public var levelName: String?

    public var id: String { levelID }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case levelID = "level_id"
        case levelIndex = "level_index"
        case levelName = "level_name"
    }
}

extension Level: FetchableRecord, TableRecord {
    public static let databaseTableName = "levels"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
