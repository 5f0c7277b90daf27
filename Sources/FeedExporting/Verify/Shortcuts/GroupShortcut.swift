import BundleWriting
import GTFSSchedule
import SQLiteLayer

/// Proves groups of a big file without reading its view for each, which would take many times as
/// long; mostly from the tables behind the view.
///
/// A shortcut only ever confirms equality. For everything else the view is read, which shows what
/// differs. This is how the proof works:
///
/// - **The tables agree with the feed**, for every row: separate code, written from the layouts in
///   `schema/bundle.sql`, decodes them and compares value by value. The decoders and encoders of
///   `BundleCodec`, which compile, export and read bundles, are not used; so each checks the
///   others.
/// - **The view agrees with the tables**: the rows of a group are a function of the group's own row
///   and of the lists that it points to (for a trip: its pattern, times, distances, headsigns). The
///   function is SQL that must be, word for word, the contract's, as must the tables; a bundle with
///   other views has no shortcuts. The view is also read for at least one trip of every list (each
///   pattern, timing, list of distances, list of headsigns: a column of the view comes from one of
///   them, by place).
/// - Shapes share nothing, so reading every list would mean reading every point. The view is read
///   for the first shape of each kind of encoding (the width, scale and sign of its distances, its
///   rests, its sequence), and for every 16th.
/// - The view of trips.txt is read whole, without the tables behind it.
/// - The time that the view of stop times takes for a call grows with the calls of its trip. For a
///   trip of more than a thousand calls, which no timetable has, it is read for a hundred calls
///   from first to last, and for those that the tables do not prove.
protocol GroupShortcut: AnyObject {
    var readsView: Bool { get }

    /// The evidence of the tables about a group.
    func verdict(
        _ id: UnsafeRawBufferPointer, _ rows: FeedRows, isAll: Bool
    ) throws -> GroupEvidence

    /// Too many to read all of them through the view.
    func hasLongGroup(_ id: UnsafeRawBufferPointer) -> Bool

    func total() throws -> Int?
}

extension GroupShortcut {
    func hasLongGroup(_ id: UnsafeRawBufferPointer) -> Bool { false }
}

enum GroupEvidence {
    case proven
    case viewTells
    /// The view must decide about the rows at these places, and would take too long for some more,
    /// which stay unknown. All others are proven.
    case viewTellsOf([Int], untold: Int)
    /// They have further rows of the group, which may come later in the file.
    case incomplete
}

struct ShortcutInput {
    let table: TableSpec
    let connection: Connection
    let rejected: RejectedOfFile
    let allowsBlank: Bool
    let comparison: FeedRowComparison

    func keepsContract(for names: [String]) throws -> Bool {
        try names.allSatisfy { try BundleContract.isKept(for: $0, in: connection) }
    }

    /// By name; nil when the table has different fields.
    func places(_ names: [String]) -> [Int]? {
        guard table.fields.count == names.count else { return nil }
        let places = names.compactMap { name in table.fields.firstIndex { $0.name == name } }
        return places.count == names.count ? places : nil
    }
}
