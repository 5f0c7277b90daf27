import FeedReading

enum BodyNotices {
    static let notAMessage = NoticeDefinition.realtime(
        "rt_not_a_message", .error, in: "FeedMessage", also: ["own-body"],
        summary: "The body is a page, JSON or compressed by gzip, not a message.",
        why: "Apps keep the last message, which gets old, or show the timetable.",
        fix: "Send protobuf, and name a compression in Content-Encoding.",
        wrong: "body: \"<html>Service unavailable</html>\"",
        right: "vehicle { vehicle { id: \"bus 1\" } }")
    static let damaged = NoticeDefinition.realtime(
        "rt_damaged_message", .error, in: "FeedMessage", also: ["A-wire"],
        summary: "The bytes are not those of a message: it is cut, or was changed on the way.",
        why: "Apps drop the whole message.",
        fix: "Write the message with a library for protobuf, and send all of its bytes.",
        wrong: "body: \"\\n\\007\\n\\0032.0\\020\\000\\022\\015\\n\\001A\"",
        right: "body: \"\\n\\007\\n\\0032.0\\020\\000\"")
    static let unknownField = NoticeDefinition.realtime(
        "rt_unknown_field", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A field has a number, or a form, that the schema does not have.",
        why: "Apps pass over the field.",
        fix: "Use the schema of the reference, and a registered number for an extension.",
        wrong: "vehicle { vehicle { id: \"bus 1\" 99: \"x\" } }",
        right: "vehicle { vehicle { id: \"bus 1\" 1999: \"x\" } }")
    static let unknownValue = NoticeDefinition.realtime(
        "rt_unknown_enum_value", .warning, in: "FeedMessage", also: ["A-schema"],
        summary: "A number stands for none of the words of its enumeration.",
        why: "Apps take the default for it, such as `SCHEDULED`.",
        fix: "Use a number of the reference.",
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
        why: "Strict libraries for protobuf drop the whole message.",
        fix: "Fill in the field.",
        wrong: "vehicle { position { latitude: 48.0 } }",
        right: "vehicle { position { latitude: 48.0 longitude: 2.0 } }")

    static let all = [
        notAMessage, damaged, unknownField, unknownValue, invalidText, missingField,
    ]
}
