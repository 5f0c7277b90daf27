import FeedReading

enum BodyNotices {
    static let notAMessage = NoticeDefinition.realtime(
        "rt_not_a_message", .error, in: "FeedMessage", also: ["own-body"],
        summary: "The body is a web page, JSON or gzip data, not a message.",
        why: "Apps keep the last message, which goes out of date, or show the timetable.",
        fix: "Send protobuf, and name any compression in Content-Encoding.",
        wrong: "body: \"<html>Service unavailable</html>\"",
        right: "vehicle { vehicle { id: \"bus 1\" } }")
    static let damaged = NoticeDefinition.realtime(
        "rt_damaged_message", .error, in: "FeedMessage", also: ["A-wire"],
        summary: "The body is not a whole message: it was cut short, or changed on the way.",
        why: "Apps drop the whole message.",
        fix: "Write the message with a protobuf library, and send all of its bytes.",
        wrong: "body: \"\\n\\007\\n\\0032.0\\020\\000\\022\\015\\n\\001A\"",
        right: "body: \"\\n\\007\\n\\0032.0\\020\\000\"")
    static let unknownField = NoticeDefinition.realtime(
        "rt_unknown_field", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A field has a number or a wire type that is not in the schema.",
        why: "Apps skip the field.",
        fix: "Use the schema of the reference, and a registered number for an extension.",
        wrong: "vehicle { vehicle { id: \"bus 1\" 99: \"x\" } }",
        right: "vehicle { vehicle { id: \"bus 1\" 1999: \"x\" } }")
    static let unknownValue = NoticeDefinition.realtime(
        "rt_unknown_enum_value", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A number is not one of the values of its enumeration.",
        why: "Apps use the default instead, such as `SCHEDULED`.",
        fix: "Use a number from the reference.",
        wrong: "vehicle { current_status: 77 }",
        right: "vehicle { current_status: STOPPED_AT }")
    static let invalidText = NoticeDefinition.realtime(
        "rt_invalid_utf8", .error, in: "FeedMessage", also: ["A-schema"],
        summary: "A text is not UTF-8.",
        why:
            "Some apps drop the message, others show replacement characters, and ids do not match.",
        fix: "Write texts in UTF-8.",
        wrong: "vehicle { vehicle { id: \"bus \\351\" } }",
        right: "vehicle { vehicle { id: \"bus \\303\\251\" } }")
    static let missingField = NoticeDefinition.realtime(
        "rt_missing_required_field", .error, in: "FeedMessage", also: ["A-schema"],
        summary: "A field that the schema requires is missing.",
        why: "Strict protobuf libraries drop the whole message.",
        fix: "Fill in the field.",
        wrong: "vehicle { position { latitude: 48.0 } }",
        right: "vehicle { position { latitude: 48.0 longitude: 2.0 } }")

    static let all = [
        notAMessage, damaged, unknownField, unknownValue, invalidText, missingField,
    ]
}
