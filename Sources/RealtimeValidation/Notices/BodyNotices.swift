import FeedReading

enum BodyNotices {
    static let notAMessage = NoticeDefinition.realtime(
        "rt_not_a_message", .error, in: "FeedMessage", also: ["own-body"],
        summary: "The body is a web page, JSON or gzip data, not a message.",
        why: "Apps keep the last message, which goes out of date, or show the timetable.",
        fix: "Send protobuf, and name any compression in Content-Encoding.")
    static let damaged = NoticeDefinition.realtime(
        "rt_damaged_message", .error, in: "FeedMessage", also: ["A-wire"],
        summary: "The body is not a whole message: it was cut short, or changed on the way.",
        why: "Apps drop the whole message.",
        fix: "Write the message with a protobuf library, and send all of its bytes.")
    static let unknownField = NoticeDefinition.realtime(
        "rt_unknown_field", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A field has a number or a wire type that is not in the schema.",
        why: "Apps skip the field.",
        fix: "Use the schema of the reference, and a registered number for an extension.")
    static let unknownValue = NoticeDefinition.realtime(
        "rt_unknown_enum_value", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A number is not one of the values of its enumeration.",
        why: "Apps use the default instead, such as `SCHEDULED`.",
        fix: "Use a number from the reference.")
    static let invalidText = NoticeDefinition.realtime(
        "rt_invalid_utf8", .error, in: "FeedMessage", also: ["A-schema"],
        summary: "A text is not UTF-8.",
        why:
            "Some apps drop the message, others show replacement characters, and ids do not match.",
        fix: "Write texts in UTF-8.")
    static let missingField = NoticeDefinition.realtime(
        "rt_missing_required_field", .error, in: "FeedMessage", also: ["A-schema"],
        summary: "A field that the schema requires is missing.",
        why: "Strict protobuf libraries drop the whole message.",
        fix: "Fill in the field.")

    static let all = [
        notAMessage, damaged, unknownField, unknownValue, invalidText, missingField,
    ]
}
