public import GRDB
import GTFSSchedule

/// The row of `feed_info.txt`: who publishes the feed, and for which days. A GRDB record.
public struct FeedInfo: Codable, Hashable, Sendable {
    public var feedPublisherName: String?
    public var feedPublisherURL: String?
    public var feedLang: String?
    public var defaultLang: String?
    /// `YYYYMMDD`.
    public var feedStartDate: Int?
    /// `YYYYMMDD`.
    public var feedEndDate: Int?
    public var feedVersion: String?
    public var feedContactEmail: String?
    public var feedContactURL: String?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case feedPublisherName = "feed_publisher_name"
        case feedPublisherURL = "feed_publisher_url"
        case feedLang = "feed_lang"
        case defaultLang = "default_lang"
        case feedStartDate = "feed_start_date"
        case feedEndDate = "feed_end_date"
        case feedVersion = "feed_version"
        case feedContactEmail = "feed_contact_email"
        case feedContactURL = "feed_contact_url"
    }
}

extension FeedInfo: FetchableRecord, TableRecord {
    public static let databaseTableName = "feed_info"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
