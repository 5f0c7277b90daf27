/// The findings of one rule: every notice is counted, the first thousand of each code are kept.
///
/// A bin belongs to one rule, so that its findings can be withdrawn when the end of a file shows
/// that the canonical validator would not have run the rule. Memory stays bounded.
public final class NoticeBin {
    /// The notices of one code.
    public struct Entry: Sendable {
        /// The meaning of the code.
        public let definition: NoticeDefinition
        /// Their number; never capped.
        public fileprivate(set) var count = 0
        /// The first of them, at most ``sampleLimit``.
        public fileprivate(set) var samples: [ValidationNotice] = []
        package fileprivate(set) var parts = NoticeParts()

        package func mapSamples(_ change: (NoticeFields) -> NoticeFields) -> Entry {
            var entry = self
            entry.samples = samples.map {
                ValidationNotice($0.definition, change($0.fields).shortened, file: $0.file)
            }
            return entry
        }
    }

    /// How many notices of one code are kept.
    public static let sampleLimit = 1000

    /// By code, in the order of first appearance. A bin is used by one thread at a time.
    @exclusivity(unchecked) public private(set) var entries: [Entry] = []
    /// The notices of all codes, kept or not.
    @exclusivity(unchecked) public private(set) var total = 0
    private let onNotice: ((ValidationNotice) -> Void)?

    /// `onNotice` gets all notices, including those that are not kept.
    package init(onNotice: ((ValidationNotice) -> Void)? = nil) {
        self.onNotice = onNotice
    }

    /// Counts a notice; its values are made only while samples are still kept.
    ///
    /// - Parameter file: the file that it is about, where neither the definition nor a value says.
    public func add(
        _ definition: NoticeDefinition, in file: String? = nil,
        _ fields: @autoclosure () -> NoticeFields
    ) {
        let index = countOne(definition)
        guard let notice = keep(index, fields, in: file) else { return }
        if let part = NoticePart(notice.fields) { entries[index].parts.add(part) }
    }

    /// Where there may be more notices than are kept, and they are about several things.
    package func add(
        _ definition: NoticeDefinition, of part: NoticePart,
        _ fields: @autoclosure () -> NoticeFields
    ) {
        let index = countOne(definition)
        entries[index].parts.add(part)
        _ = keep(index, fields)
    }

    /// A notice about a field of a row.
    package func add(
        _ definition: NoticeDefinition, field: String, of file: String, row: Int,
        value: @autoclosure () -> String? = nil
    ) {
        add(
            definition, of: NoticePart(file, field: field),
            [
                "filename": file, "csvRowNumber": row, "fieldName": field, "fieldValue": value(),
            ])
    }

    private func countOne(_ definition: NoticeDefinition) -> Int {
        let index = index(of: definition)
        entries[index].count += 1
        total += 1
        return index
    }

    private func keep(
        _ index: Int, _ fields: () -> NoticeFields, in file: String? = nil
    ) -> ValidationNotice? {
        let isKept = entries[index].count <= Self.sampleLimit
        guard isKept || onNotice != nil else { return nil }
        let notice = ValidationNotice(
            entries[index].definition, fields().shortened, file: file)
        if isKept { entries[index].samples.append(notice) }
        onNotice?(notice)
        return notice
    }

    /// Without making the notices. `entry` is an index in ``entries``. False when one of them would
    /// be kept or passed on; nothing is counted then.
    package func addAgain(_ entry: Int, count: Int) -> Bool {
        guard onNotice == nil, entries[entry].count >= Self.sampleLimit else { return false }
        entries[entry].count += count
        entries[entry].parts.addAgain(count: count)
        total += count
        return true
    }

    /// Errors first, then warnings, then information; by code.
    package var sorted: [Entry] {
        entries.sorted {
            ($0.definition.severity.rank, $0.definition.code)
                < ($1.definition.severity.rank, $1.definition.code)
        }
    }

    package func count(_ definition: NoticeDefinition) -> Int {
        entries.first { $0.definition.code == definition.code }?.count ?? 0
    }

    package func absorb(_ other: NoticeBin) {
        absorb(other.entries)
    }

    package func absorb(_ others: [Entry]) {
        for entry in others {
            total += entry.count
            let index = index(of: entry.definition)
            entries[index].count += entry.count
            entries[index].parts.absorb(entry.parts)
            let room = max(0, Self.sampleLimit - entries[index].samples.count)
            entries[index].samples += entry.samples.prefix(room)
        }
    }

    private func index(of definition: NoticeDefinition) -> Int {
        // A rule has one to ten codes: scanning them is faster than hashing.
        for index in entries.indices where entries[index].definition.code == definition.code {
            return index
        }
        entries.append(Entry(definition: definition))
        return entries.count - 1
    }
}

/// Something in the feed that the bundle does not have unchanged, and why.
package struct Rejection: Sendable, Hashable {
    package let file: String
    package let row: Int
    package let field: String?
    package let value: String
    package let code: String
}

/// One object per run, used only by the parsing thread.
@usableFromInline
package final class Findings {
    package let notices: NoticeBin
    package let leftOut = LeftOutRows()
    package private(set) var rejectedRows = 0
    package private(set) var rejectedCells = 0
    package var onReject: (Rejection) -> Void = { _ in }

    private static let valueLimit = 200

    package init(onNotice: ((ValidationNotice) -> Void)? = nil) {
        notices = NoticeBin(onNotice: onNotice)
    }

    package func note(
        _ notice: NoticeDefinition, file: String, row: Int? = nil, field: String? = nil,
        value: @autoclosure () -> String? = nil
    ) {
        notices.add(
            notice,
            [
                "filename": file, "csvRowNumber": row, "fieldName": field,
                "fieldValue": value().map { String($0.prefix(Self.valueLimit)) },
            ])
    }

    /// The cell is NULL in the bundle.
    package func rejectCell(
        _ notice: NoticeDefinition, file: String, row: Int, field: String, value: String
    ) {
        note(notice, file: file, row: row, field: field, value: value)
        keepCell(notice, file: file, row: row, field: field, value: value)
    }

    /// For the table of differences from the feed; the notice is given elsewhere.
    func keepCell(
        _ notice: NoticeDefinition, file: String, row: Int, field: String, value: String
    ) {
        rejectedCells += 1
        onReject(Rejection(file: file, row: row, field: field, value: value, code: notice.code))
    }

    /// `field` is at fault; `text` is the row as in the file.
    package func rejectRow(
        _ notice: NoticeDefinition, file: String, row: Int, field: String?, text: String
    ) {
        note(notice, file: file, row: row, field: field, value: text)
        keepRow(notice, file: file, row: row, text: text)
    }

    /// For the table of differences from the feed; the notice is given elsewhere.
    func keepRow(_ notice: NoticeDefinition, file: String, row: Int, text: String) {
        rejectedRows += 1
        onReject(Rejection(file: file, row: row, field: nil, value: text, code: notice.code))
    }
}
