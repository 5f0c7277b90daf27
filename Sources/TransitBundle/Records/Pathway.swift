public import GRDB
public import GTFSSchedule

/// A row of `pathways.txt`: a way between two places of a station. A GRDB record.
public struct Pathway: Codable, Hashable, Sendable, Identifiable {
    public var pathwayID: String
    public var fromStopID: String?
    public var toStopID: String?
    /// As published; see ``mode``.
    public var pathwayMode: Int?
    /// 1 when it can be walked both ways; see ``runsBothWays``.
    public var isBidirectional: Int?
    /// Metres.
    public var length: Double?
    /// Seconds.
    public var traversalTime: Int?
    /// Steps; positive when they go up from `fromStopID` to `toStopID`.
    public var stairCount: Int?
    /// Rise over run; positive uphill.
    public var maxSlope: Double?
    /// Metres.
    public var minWidth: Double?
    /// What signs say on the way from `fromStopID` to `toStopID`.
    public var signpostedAs: String?
    /// What signs say on the way back.
    public var reversedSignpostedAs: String?

    public var id: String { pathwayID }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case pathwayID = "pathway_id"
        case fromStopID = "from_stop_id"
        case toStopID = "to_stop_id"
        case pathwayMode = "pathway_mode"
        case isBidirectional = "is_bidirectional"
        case length
        case traversalTime = "traversal_time"
        case stairCount = "stair_count"
        case maxSlope = "max_slope"
        case minWidth = "min_width"
        case signpostedAs = "signposted_as"
        case reversedSignpostedAs = "reversed_signposted_as"
    }

    /// Stairs, lift, walkway, ...; nil when the feed does not say.
    public var mode: PathwayMode? { pathwayMode.map(PathwayMode.init(code:)) }

    /// Whether it can be walked both ways.
    public var runsBothWays: Bool { isBidirectional == 1 }
}

extension Pathway: FetchableRecord, TableRecord {
    public static let databaseTableName = "pathways"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
