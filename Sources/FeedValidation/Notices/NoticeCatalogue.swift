// The vocabulary of notices, which reading and compiling a feed share. Clients of the validator,
// and its rules, import only `FeedValidation`.

@_exported public import struct FeedReading.ArchiveLimits
@_exported public import enum FeedReading.FeedError
@_exported public import class FeedReading.NoticeBin
@_exported public import protocol FeedReading.NoticeConvertible
@_exported public import struct FeedReading.NoticeDefinition
@_exported public import struct FeedReading.NoticeFields
@_exported public import enum FeedReading.NoticeSeverity
@_exported public import enum FeedReading.NoticeValue
@_exported public import struct FeedReading.ValidationNotice

/// Every notice that a validation can give.
public enum NoticeCatalogue {
    /// By code.
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

    /// Codes that depend on the day of the validation.
    public static let dependingOnToday: Set<String> = [
        "expired_calendar", "feed_expiration_date30_days", "feed_expiration_date7_days",
        "future_calendar", "future_feed", "service_extends_far_in_the_future",
        "trip_coverage_not_active_for_next7_days",
    ]

    /// The notice with that code.
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

/// An example of a notice in a feed: a few lines of the files at fault, by the notice's code.
///
/// Each file begins with its name. Files have the columns that the reference requires and those
/// that matter here; a line in parentheses is a remark, mostly about the rest of the feed.
package enum NoticeExamples {
    /// By code. Families are separate so that each fits into a file.
    package static let all: [String: String] = [
        files, values, places, routes, trips, service, shapes, fares, flex, locations,
        other,
    ].reduce(into: [:]) { all, family in all.merge(family) { known, _ in known } }

    /// The example of a notice; nil when there is none, as for rules of one's own.
    static func example(of code: String) -> String? { all[code] }
}

extension NoticeDefinition {
    /// Lines of a feed that cause the notice, each file after its name; nil for rules of one's own.
    public var example: String? { NoticeExamples.example(of: code) }
}
