public import Foundation

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

    /// One that an app makes itself, for previews and tests.
    public init(
        agencyID: String? = nil, agencyName: String? = nil, agencyURL: String? = nil,
        agencyTimezone: String? = nil, agencyLang: String? = nil, agencyPhone: String? = nil,
        agencyFareURL: String? = nil, agencyEmail: String? = nil
    ) {
        self.agencyID = agencyID
        self.agencyName = agencyName
        self.agencyURL = agencyURL
        self.agencyTimezone = agencyTimezone
        self.agencyLang = agencyLang
        self.agencyPhone = agencyPhone
        self.agencyFareURL = agencyFareURL
        self.agencyEmail = agencyEmail
    }

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
