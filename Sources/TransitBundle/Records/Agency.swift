public import Foundation
public import GRDB

/// A row of `agency.txt`. A GRDB record.
public struct Agency: Codable, Hashable, Sendable {
    public var agencyID: String?
    public var agencyName: String?
    public var agencyURL: String?
    public var agencyTimezone: String?
    public var agencyLang: String?
    public var agencyPhone: String?
    public var agencyFareURL: String?
    public var agencyEmail: String?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case agencyID = "agency_id"
        case agencyName = "agency_name"
        case agencyURL = "agency_url"
        case agencyTimezone = "agency_timezone"
        case agencyLang = "agency_lang"
        case agencyPhone = "agency_phone"
        case agencyFareURL = "agency_fare_url"
        case agencyEmail = "agency_email"
    }
}

extension Agency {
    /// The zone that `agency_timezone` names; nil when it names none that exists.
    public var timeZone: TimeZone? { agencyTimezone.flatMap(TimeZone.init(identifier:)) }
}

extension Agency: FetchableRecord, TableRecord {
    public static let databaseTableName = "agency"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
