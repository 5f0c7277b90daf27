/// What several notices of a code have in common: a report counts these, and keeps few of them.
package struct NoticePart: Sendable, Hashable {
    package enum Relation: Sendable, Hashable {
        /// The row is at fault.
        case row
        /// The file is, or its header.
        case file
        /// One of the files should have the value in a field.
        case reference(files: [String], field: String)
        /// Something between two stops, by the numbers that their ids have in the feed.
        case stops(from: Int32, to: Int32)
    }

    package let file: String
    package let field: String?
    package let relation: Relation

    package init(_ file: String, field: String? = nil, _ relation: Relation = .row) {
        self.file = file
        self.field = field
        self.relation = relation
    }

    /// Nil for a code whose notices do not name a file.
    init?(_ fields: NoticeFields) {
        guard case .text(let file)? = fields["filename"] else { return nil }
        var field: String?
        if case .text(let name)? = fields["fieldName"] { field = name }
        self.init(file, field: field, fields["csvRowNumber"] == nil ? .file : .row)
    }
}

/// How many notices of a code each of its parts has. Beyond a thousand parts, others do not count.
package struct NoticeParts: Sendable {
    package private(set) var counts: [(part: NoticePart, count: Int)] = []
    private var indexes: [NoticePart: Int] = [:]
    /// Most notices are about the same as the one before.
    private var last = 0

    private static let limit = 1000

    mutating func add(_ part: NoticePart, count: Int = 1) {
        if last < counts.count, counts[last].part == part {
            counts[last].count += count
        } else if let index = indexes[part] {
            last = index
            counts[index].count += count
        } else if counts.count < Self.limit {
            last = counts.count
            indexes[part] = last
            counts.append((part, count))
        }
    }

    mutating func absorb(_ other: NoticeParts) {
        for (part, count) in other.counts { add(part, count: count) }
    }

    /// Of a code that is about one thing only.
    mutating func addAgain(count: Int) {
        if counts.count == 1 { counts[0].count += count }
    }
}
