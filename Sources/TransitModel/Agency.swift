public import Foundation

/// A row of `agency.txt`.
public struct Agency: Codable, Hashable, Sendable {
    /// The `agency_id`; nil where a feed of one agency gives none.
    public var agencyID: String?
    /// The full name of the agency; nil where the feed is blank.
    public var agencyName: String?
    /// The agency's web site; nil where the feed is blank.
    public var agencyURL: String?
    /// The zone of the agency's timetables, a name such as `Australia/Sydney`; see ``timeZone``.
    public var agencyTimezone: String?
    /// The language in which the agency speaks to riders, an IETF BCP 47 tag; nil where the feed is
    /// blank.
    public var agencyLang: String?
    /// A telephone number for riders; nil where the feed is blank.
    public var agencyPhone: String?
    /// Where tickets are sold online; nil where the feed is blank.
    public var agencyFareURL: String?
    /// An address for riders' messages that somebody reads; nil where the feed is blank.
    public var agencyEmail: String?

    /// Creates an agency.
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
    /// The zone that `agency_timezone` names; nil unless the IANA database has the name and this
    /// system knows the zone.
    public var timeZone: TimeZone? { namedTimeZone?.timeZone }

    var namedTimeZone: NamedTimeZone? { agencyTimezone.flatMap { NamedTimeZone($0) } }
}
