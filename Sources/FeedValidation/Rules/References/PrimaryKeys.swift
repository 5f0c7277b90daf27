import FeedCompiling
import GTFSSchedule

/// The primary keys of files, as defined by the canonical validator.
///
/// `feed_info.txt` has no key; those of `trips.txt`, `stop_times.txt` and `shapes.txt` are in `Rules`.
enum PrimaryKeys {
    static let rules: [any FeedRule] = [
        DuplicateKeyRule(table: \.agency),
        DuplicateKeyRule(table: \.areas),
        DuplicateKeyRule(table: \.attributions),
        DuplicateKeyRule(table: \.bookingRules),
        DuplicateKeyRule(table: \.calendar),
        DuplicateKeyRule.calendarDates,
        DuplicateKeyRule(table: \.fareAttributes),
        DuplicateKeyRule(table: \.fareLegJoinRules),
        DuplicateKeyRule(table: \.fareLegRules),
        DuplicateKeyRule(table: \.fareMedia),
        DuplicateKeyRule(table: \.fareProducts),
        DuplicateKeyRule(table: \.fareRules),
        DuplicateKeyRule(table: \.fareTransferRules),
        DuplicateKeyRule(table: \.frequencies),
        DuplicateKeyRule(table: \.levels),
        DuplicateKeyRule(table: \.locationGroups),
        DuplicateKeyRule(table: \.locationGroupStops),
        DuplicateKeyRule(table: \.networks),
        DuplicateKeyRule(table: \.pathways),
        DuplicateKeyRule(table: \.riderCategories),
        DuplicateKeyRule(table: \.routeNetworks),
        DuplicateKeyRule(table: \.routes),
        DuplicateKeyRule(table: \.stopAreas),
        DuplicateKeyRule(table: \.stops),
        DuplicateKeyRule(table: \.timeframes),
        DuplicateKeyRule(table: \.transfers),
        DuplicateKeyRule(table: \.translations),
    ]
}

/// A field of a file's key.
struct KeyPart<Row: FeedRow> {
    let name: String
    /// The value that a blank stands for under `--compat canonical`.
    let blank: String
    private let value: FieldText<Row>
    private let isLanguage: Bool

    /// The fields of `TableSpec.key`, in the canonical validator's order.
    static var all: [KeyPart] {
        let table = Row.table
        return (CanonicalSchema.keys[table.file.name] ?? table.key).map(KeyPart.init)
    }

    private init(_ name: String) {
        self.name = name
        blank = CanonicalSchema.blankKeyParts[Row.file.name + "/" + name] ?? ""
        value = FieldText(name)
        isLanguage = value.type == .languageCode
    }

    @inline(__always)
    func text(_ row: Row) -> String? {
        let text = value(row)
        return isLanguage ? text.map(Self.locale) : text
    }

    /// As Java prints it, where case does not matter.
    private static func locale(_ tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2 || parts[1].count == 3 else {
            return tag.lowercased()
        }
        return parts[0].lowercased() + "_" + parts[1].uppercased()
    }
}

protocol KeyedRows<Row>: SendableMetatype {
    associatedtype Row: FeedRow
    var rowNumbers: RowNumbers { get }
    /// Rows that repeat the key of an earlier one, whose index is `first`, and their row numbers in
    /// the file: a bundle leaves them out, so they are not among the others. Under
    /// `--compat canonical` they are among these as well.
    var repeats: [(first: Int, row: Row, number: Int)] { get }
    subscript(index: Int) -> Row { get }
}

struct RepeatedRows<Row: FeedRow> {
    private let key: [KeyPart<Row>]
    private let needs: KeyNeeds
    private let fields: FieldSet
    private let isCanonical: Bool
    private let seen = IDTable()
    private var firstRows: [Int32] = []
    private var bytes: [UInt8] = []

    init(isCanonical: Bool) {
        let hasKey = !isCanonical || !CanonicalSchema.filesWithoutKey.contains(Row.file.name)
        key = hasKey ? KeyPart.all : []
        needs = KeyNeeds(Row.table, key.map(\.name))
        fields = FieldSet(key.map(\.name), of: Row.table)
        self.isCanonical = isCanonical
    }

    /// Nil when there is none, and when the row has no key. `bad` are fields that could not be
    /// used: they may be anything.
    mutating func first(_ row: Row, at index: Int, bad: FieldSet) -> Int? {
        guard !key.isEmpty, bad.isDisjoint(with: fields) else { return nil }
        bytes.removeAll(keepingCapacity: true)
        var isBlank = true
        for part in key {
            let text = part.text(row)
            if text != nil { isBlank = false }
            bytes.append(contentsOf: (text ?? (isCanonical ? part.blank : "")).utf8)
            // A byte that no cell ends with.
            bytes.append(0x1F)
        }
        let hasKey =
            isCanonical
            ? key.count > 1 || !isBlank
            : needs.areMet {
                key[$0].text(row) != nil
            } holds: {
                key[$0].text(row) == $1
            }
        guard hasKey else { return nil }
        let (number, isNew) = bytes.withUnsafeBytes { seen.intern($0) }
        if isNew { firstRows.append(Int32(index)) }
        return isNew ? nil : Int(firstRows[number])
    }
}
