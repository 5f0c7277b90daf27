// The vocabulary of notices, which reading and compiling a feed share. Clients of the validator,
// and its rules, import only `FeedValidation`.

@_exported public import FeedReading

/// All notices that a validation can give.
public enum NoticeCatalogue {
    /// All notices, sorted by code.
    public static let all: [NoticeDefinition] = {
        let types: [any Rule.Type] =
            Rules.rows.map { type(of: $0) } + Rules.trips.map { type(of: $0) }
            + Rules.feeds.map { type(of: $0) }
        var seen: Set<String> = []
        return (Rules.loading + types.flatMap { $0.notices }).filter {
            seen.insert($0.code).inserted
        }
        .sorted { $0.code < $1.code }
    }()

    /// The codes that depend on the day of the validation.
    package static let dependingOnToday: Set<String> = [
        "expired_calendar", "feed_expiration_date30_days", "feed_expiration_date7_days",
        "future_calendar", "future_feed", "gtfs_service_ended", "gtfs_service_ends_soon",
        "service_extends_far_in_the_future", "trip_coverage_not_active_for_next7_days",
    ]

    /// Returns the notice with a code.
    ///
    /// ```swift
    /// let notice = NoticeCatalogue.definition("missing_stop_name")
    /// let severity = notice?.severity  // .error
    /// let summary = notice?.summary  // "A stop, station or entrance has no `stop_name`."
    /// ```
    public static func definition(_ code: String) -> NoticeDefinition? {
        all.first { $0.code == code }
    }
}

extension NoticeDefinition {
    /// `NoticeExamples.txt` is read when the first example is requested.
    private static let examples = NoticeExamples.byHeading(EmbeddedTexts.NoticeExamples_txt)

    /// Lines of a feed that cause the notice, each file after its name, or parts of messages of
    /// GTFS Realtime; nil for custom rules.
    package var example: String? { messageExample ?? Self.examples[code] }
}

package enum NoticeExamples {
    /// The parts of a text, each below `# ` and its heading, without empty lines.
    package static func byHeading(_ text: String) -> [String: String] {
        var parts: [String: String] = [:]
        var heading: String?
        // By bytes: a String is split by characters, which takes milliseconds.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
            if bytes.starts(with: "# ".utf8) {
                heading = String(line.dropFirst(2))
            } else if let heading {
                parts[heading] = parts[heading].map { "\($0)\n\(line)" } ?? line
            }
        }
        return parts
    }
}
