/// What a notice looks like in a feed: a few lines of the files at fault, by the notice's code.
///
/// Each file begins with its name. Files have the columns that the reference requires and those that
/// matter here; a line in parentheses is a remark, mostly about what the rest of the feed says.
package enum NoticeExamples {
    /// By code. Families are told apart so that each fits into a file.
    package static let all: [String: String] = [
        files, values, places, routes, trips, service, shapes, fares, flex, locations,
        other,
    ].reduce(into: [:]) { all, family in all.merge(family) { known, _ in known } }

    /// The example of a notice; nil when nobody has written one, as for rules of one's own.
    static func example(of code: String) -> String? { all[code] }
}

extension NoticeDefinition {
    /// Lines of a feed that give the notice, each file after its name; nil for rules of one's own.
    public var example: String? { NoticeExamples.example(of: code) }
}
