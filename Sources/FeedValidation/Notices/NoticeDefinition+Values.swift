/// The notices that reading gives about values of certain types, and about rows.
extension NoticeDefinition {
    static let nonASCIIOrNonPrintableChar = NoticeDefinition(
        "non_ascii_or_non_printable_char", .warning,
        "An id has characters other than printable ASCII.",
        why: "Ids are compared and put into addresses, where such characters cause trouble.",
        fix: "Write ids with letters, digits and signs of ASCII.")
    static let invalidURL = NoticeDefinition(
        "invalid_url", .error,
        "A web address is not complete, or its host cannot exist.",
        why: "Riders who follow it get nowhere.",
        fix: "Write the whole address, with http:// or https:// in front.")
    static let invalidEmail = NoticeDefinition(
        "invalid_email", .error,
        "An email address is not valid.",
        why: "Nobody can write to it.",
        fix: "Write it as user@example.org.")
    static let invalidPhoneNumber = NoticeDefinition(
        "invalid_phone_number", .error,
        "A phone number has too few or too many digits for the country of `--country-code`.",
        why: "Nobody can call it.",
        fix: "Write one complete number.")
    static let invalidLanguageCode = NoticeDefinition(
        "invalid_language_code", .error,
        "A language code does not follow BCP 47.",
        why: "Apps cannot tell the language.",
        fix: "Write it as en or en-US.")
    static let invalidTimezone = NoticeDefinition(
        "invalid_timezone", .error,
        "A time zone is not a name of the IANA database.",
        why: "All times of the feed depend on it.",
        fix: "Write it as America/New_York.")
    static let invalidCurrency = NoticeDefinition(
        "invalid_currency", .error,
        "A currency is not a code of ISO 4217.",
        why: "Riders cannot tell what a ride costs.",
        fix: "Write it as USD, in upper case.")
    static let invalidCurrencyAmount = NoticeDefinition(
        "invalid_currency_amount", .error,
        "An amount has more or fewer decimals than its currency.",
        why: "It is not shown the way prices are written.",
        fix: "Write two decimals for most currencies, none for JPY.",
        reference: "fare_products.txt", "amount", "currency")
    static let mixedCaseRecommendedField = NoticeDefinition(
        "mixed_case_recommended_field", .warning,
        "A text that riders read is one lower-case word, or no word of it mixes upper and lower case.",
        why: "It is hard to read on screens and hard to speak for voices.",
        fix: "Write it as names are written, with capitals where they belong.")
    static let pointNearOrigin = NoticeDefinition(
        "point_near_origin", .error,
        "A point lies within a degree of latitude 0, longitude 0.",
        why: "Nothing is served there: coordinates are missing or wrong.",
        fix: "Correct the coordinates.",
        telling: ["entityId", "latFieldValue", "lonFieldValue"])
    static let pointNearPole = NoticeDefinition(
        "point_near_pole", .error,
        "A point lies within a degree of a pole.",
        why: "Nothing is served there: coordinates are wrong or swapped.",
        fix: "Correct the coordinates.",
        telling: ["entityId", "latFieldValue", "lonFieldValue"])
    static let startAndEndRangeEqual = NoticeDefinition(
        "start_and_end_range_equal", .error,
        "A range of times ends when it begins.",
        why: "It holds nothing.",
        fix: "Correct the start or the end.",
        telling: ["entityId", "startFieldName", "value"])
    static let startAndEndRangeOutOfOrder = NoticeDefinition(
        "start_and_end_range_out_of_order", .error,
        "A range of times or dates ends before it begins.",
        why: "It holds nothing.",
        fix: "Correct the start or the end.",
        telling: ["entityId", "startValue", "endValue"])
}
