extension NoticeDefinition {
    static let nonASCIIOrNonPrintableChar = NoticeDefinition(
        "non_ascii_or_non_printable_char", .warning,
        summary: "An id has characters other than printable ASCII.",
        why: "Such characters cause trouble where ids are compared or become part of web "
            + "addresses.",
        fix: "Use ASCII letters, digits and punctuation in ids.")
    static let invalidURL = NoticeDefinition(
        "invalid_url", .error,
        summary: "A web address is incomplete, or its host cannot exist.",
        why: "Riders who follow the link get nowhere.",
        fix: "Write the whole address, starting with http:// or https://.")
    static let invalidEmail = NoticeDefinition(
        "invalid_email", .error,
        summary: "An email address is not valid.",
        why: "Riders cannot write to the address.",
        fix: "Write the address as user@example.org.")
    static let invalidPhoneNumber = NoticeDefinition(
        "invalid_phone_number", .error,
        summary:
            "A phone number has too few or too many digits for the country of `--country-code`.",
        why: "Riders cannot call the number.",
        fix: "Write one complete phone number.")
    static let invalidLanguageCode = NoticeDefinition(
        "invalid_language_code", .error,
        summary: "A language code does not follow BCP 47.",
        why: "Apps and screen readers cannot tell the language.",
        fix: "Write a code such as en or en-US.")
    static let invalidTimezone = NoticeDefinition(
        "invalid_timezone", .error,
        summary: "A time zone is not a name in the IANA time zone database.",
        why: "Apps cannot tell when trips run, because all times depend on it.",
        fix: "Write a name such as America/New_York.")
    static let invalidCurrency = NoticeDefinition(
        "invalid_currency", .error,
        summary: "A currency is not an ISO 4217 code.",
        why: "Riders cannot tell what a ride costs.",
        fix: "Write a code such as USD, in upper case.")
    static let invalidCurrencyAmount = NoticeDefinition(
        "invalid_currency_amount", .error,
        summary: "An amount has more or fewer decimals than its currency.",
        why: "Apps cannot show the price as riders expect it.",
        fix: "Write two decimals for most currencies, and none for JPY.",
        reference: "fare_products.txt", fields: "amount", "currency")
    static let mixedCaseRecommendedField = NoticeDefinition(
        "mixed_case_recommended_field", .warning,
        summary:
            "A text for riders is one lower-case word, or several words and none in mixed case.",
        why: "The text is hard to read on screens and hard to pronounce for screen readers.",
        fix: "Write the text in mixed case, as names are written.")
    static let pointNearOrigin = NoticeDefinition(
        "point_near_origin", .error,
        summary: "A point lies within 1 degree of latitude 0 and longitude 0.",
        why: "The point is in the ocean, so its coordinates are missing or wrong.",
        fix: "Correct the coordinates.",
        telling: ["entityId", "latFieldValue", "lonFieldValue"])
    static let pointNearPole = NoticeDefinition(
        "point_near_pole", .error,
        summary: "A point lies within 1 degree of a pole.",
        why: "No transit runs there, so the coordinates are wrong or swapped.",
        fix: "Correct the coordinates.",
        telling: ["entityId", "latFieldValue", "lonFieldValue"])
    static let startAndEndRangeEqual = NoticeDefinition(
        "start_and_end_range_equal", .error,
        summary: "A row's start time equals its end time.",
        why: "The row applies at no time.",
        fix: "Correct the start or the end.",
        telling: ["entityId", "startFieldName", "value"])
    static let startAndEndRangeOutOfOrder = NoticeDefinition(
        "start_and_end_range_out_of_order", .error,
        summary: "A row's start time or date is after its end.",
        why: "The row applies at no time.",
        fix: "Correct the start or the end.",
        telling: ["entityId", "startValue", "endValue"])
}
