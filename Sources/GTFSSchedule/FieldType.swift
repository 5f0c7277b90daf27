/// What the GTFS Schedule reference calls the type of a field ("Field Types").
///
/// The type decides how a cell is read, which notice a bad cell gives and how the bundle stores it.
public enum FieldType: Sendable, Hashable {
    /// An ID, a unique ID or a foreign ID: any characters, stored as text.
    case id
    /// Text that riders read.
    case text
    /// A web address with its scheme.
    case url
    /// An email address.
    case email
    /// A phone number in any notation.
    case phoneNumber
    /// An IETF BCP 47 language tag.
    case languageCode
    /// A name of the IANA time zone database.
    case timezone
    /// An ISO 4217 code of three letters.
    case currencyCode
    /// A decimal amount of money, kept as the feed wrote it.
    case currencyAmount
    /// A decimal amount of money that may not be below zero, kept as the feed wrote it.
    case nonNegativeAmount
    /// Six hexadecimal digits.
    case color
    /// A service day, `YYYYMMDD`.
    case date
    /// Seconds since noon minus 12 h of the service day, `H:MM:SS`; may pass 24 h.
    case time
    /// Time of day on the wall clock, `H:MM:SS`, at most 24:00:00.
    case localTime
    /// Degrees of WGS 84, from -90 to 90.
    case latitude
    /// Degrees of WGS 84, from -180 to 180.
    case longitude
    /// A decimal number.
    case float
    /// A decimal number from 0 up.
    case nonNegativeFloat
    /// A decimal number above 0.
    case positiveFloat
    /// A whole number.
    case integer
    /// A whole number from 0 up.
    case nonNegativeInteger
    /// A whole number from 1 up.
    case positiveInteger
    /// Any whole number but 0.
    case nonZeroInteger
    /// An integer code; `values` are the codes the reference knows.
    case enumeration(values: ClosedRange<Int>)
    /// The code of `routes.route_type`, which the extended types of Google's list may fill too.
    case routeType
    /// A name out of a list, such as `translations.table_name`.
    case keyword
}
