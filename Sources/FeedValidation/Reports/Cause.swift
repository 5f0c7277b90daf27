import FeedCompiling
import FeedReading
import GTFSSchedule
import SystemLayer

/// What notices of one code have in common: a file and a field, or the way between two stops.
package struct Cause: Sendable {
    /// The file at fault.
    package let file: String
    /// The field at fault; nil when it is the file, or the row as a whole.
    package let field: String?
    /// The ids of the two stops, if the notices are about the way from one to the other.
    package let stopIDs: [String]
    /// The number of notices.
    package let count: Int
    /// The number of rows in the file; nil if the notices are not about single rows.
    package let rows: Int?
    private let subject: String
    private let reference: Reference?

    /// What most rows of a file refer to in vain.
    private struct Reference {
        let thing: String
        let files: [(name: String, rows: Int?)]
    }

    init(_ part: NoticePart, count: Int, in feed: LoadedFeed) {
        file = part.file
        field = part.field
        self.count = count
        var ids: [String] = []
        var rows = feed.rowCounts[part.file.lowercased()]
        var reference: Reference?
        let name = part.file.hasSuffix(".txt") ? String(part.file.dropLast(4)) : part.file
        var subject = part.field.map { "\(name).\($0)" } ?? part.file
        switch part.relation {
        case .row: break
        case .file: rows = nil
        case .reference(let files, let field):
            reference = Reference(
                thing: field.replacing("_id", with: "").replacing("_", with: " "),
                files: files.filter { $0.hasSuffix(".txt") }.map { ($0, feed.rowCounts[$0]) })
        case .stops(let from, let to):
            rows = nil
            ids = [from, to].map { feed.stopIDs.string(Int($0)).cut }
            subject = zip([from, to], ids).map { number, id in
                feed.stop(Int(number))?.stopName.map { "\($0.cut) (\(id))" } ?? id
            }.joined(separator: " to ")
        }
        // A row may have several notices of a code about one field.
        self.rows = rows.flatMap { $0 >= count ? $0 : nil }
        stopIDs = ids
        self.subject = subject
        self.reference = reference
    }

    /// In one line, such as `trips.service_id: 2,514 of 2,515 rows refer to no service;
    /// calendar.txt has 3 rows`.
    package var text: String { text(Quantity.count) }

    package func text(_ number: (Int) -> String) -> String {
        guard let rows else {
            return count == 1 ? subject : "\(subject): \(number(count)) times"
        }
        let share = "\(subject): \(number(count)) of \(Self.rows(rows, number))"
        guard let reference else { return share }
        let holders = reference.files.map { name, rows in
            rows.map { "\(name) has \(Self.rows($0, number))" } ?? "there is no \(name)"
        }
        let verb = count == 1 ? "refers" : "refer"
        return
            (["\(share) \(verb) to no \(reference.thing)"]
            + (holders.isEmpty ? [] : [holders.joined(separator: ", ")])).joined(separator: "; ")
    }

    static func isInOrder(_ left: Cause, _ right: Cause) -> Bool {
        (-left.count, left.subject) < (-right.count, right.subject)
    }

    private static func rows(_ count: Int, _ number: (Int) -> String) -> String {
        count == 0 ? "no row" : "\(number(count)) \(count == 1 ? "row" : "rows")"
    }

    /// Whether it breaks a whole file: nine of ten rows, or more, refer to nothing.
    var breaksFile: Bool {
        guard reference != nil, let rows else { return false }
        return count * 10 >= rows * 9
    }

    /// Whether it says more than one of its notices.
    package var isTelling: Bool { reference != nil || !stopIDs.isEmpty }
}

extension ValidationReport.Group {
    /// The number of notices that are of none of the causes.
    var countOfOthers: Int { count - causes.reduce(0) { $0 + $1.count } }

    /// Several things, each with one notice.
    package var listsThings: Bool {
        causes.count > 1 && countOfOthers == 0
            && causes.allSatisfy { $0.count == 1 && $0.rows == nil }
    }
}

extension String {
    /// A name or an id may have megabytes, and there may be a thousand of them.
    var cut: String {
        let limit = 100
        guard utf8.count > limit else { return self }
        let start = unicodeScalars.prefix(limit)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}
