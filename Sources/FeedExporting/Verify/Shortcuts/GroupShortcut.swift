import BundleWriting
import GTFSSchedule
import SQLiteLayer

/// Proves groups of a big file without asking its view for each, which takes many times as long: for
/// the most part from the tables behind the view.
///
/// What a shortcut finds the same is the same; of all else it says nothing, and the view is asked,
/// which tells what differs. What proves what:
///
/// - **The tables say what the feed says**, of every row: they are decoded by code of its own, written
///   from the layouts in `schema/bundle.sql`, and compared value by value. The decoders and encoders
///   of `BundleCodec`, with which bundles are compiled and exported, and which apps read with, are
///   not asked; so each checks the others.
/// - **The view says what the tables say**: the rows of a group are a function of the group's own row
///   and of the lists that it points to (of a trip: its pattern, times, distances, headsigns). The
///   function is SQL that has to be, word for word, that of the contract, over tables that are so
///   too; a bundle with other views has no shortcuts. And it is asked for one trip at least of every
///   list (each pattern, timing, list of distances, list of headsigns: a column of the view comes
///   from one of them, by place).
/// - A shape shares nothing with others, so that to ask for every list would be to ask for every
///   point. The view is asked for the first shape of each kind of encoding (the width, scale and sign
///   of its distances, its rests, its sequence), and for every 16th.
/// - The view of trips.txt is read whole, and no table behind it.
/// - A call takes the view of stop times as long as its trip has calls. Of a trip of more than a
///   thousand, as no timetable has any, it is asked for a hundred calls from first to last, and for
///   those that the tables do not prove.
protocol GroupShortcut: AnyObject {
    /// Whether rows are proven by what the view says, and not by the tables behind it.
    var readsView: Bool { get }

    /// What the tables tell of a group.
    ///
    /// - Parameters:
    ///   - rows: the rows of the group at hand, sorted by key.
    ///   - isAll: whether the feed has no others of it.
    func verdict(
        _ id: UnsafeRawBufferPointer, _ rows: FeedRows, isAll: Bool
    ) throws -> GroupVerdict

    /// Whether a group has so many rows that its view cannot be asked for all of them.
    func hasLongGroup(_ id: UnsafeRawBufferPointer) -> Bool

    /// How many rows the view has altogether; nil where only the view can tell.
    func total() throws -> Int?
}

extension GroupShortcut {
    func hasLongGroup(_ id: UnsafeRawBufferPointer) -> Bool { false }
}

/// What the tables behind a view tell of a group of rows.
enum GroupVerdict {
    /// They have just what the rows say.
    case proven
    /// The view has to tell.
    case viewTells
    /// The view has to tell of these rows, by their places, and takes too long for some more, of
    /// which nothing is known. All others are proven.
    case viewTellsOf([Int], untold: Int)
    /// They have more rows of the group, which may come later in the file.
    case incomplete
}

/// What shortcuts need to know of a proof.
struct ShortcutInput {
    let table: TableSpec
    let connection: Connection
    let rejected: RejectedOfFile
    /// Whether what the bundle does not have may have been left out by a filter.
    let allowsBlank: Bool
    let comparison: RowComparison

    /// Whether the bundle's tables and views of these names are those of the contract.
    func keepsContract(for names: [String]) throws -> Bool {
        try names.allSatisfy { try BundleContract.isKept(for: $0, in: connection) }
    }

    /// The places of fields by name; nil when the table has others.
    func places(_ names: [String]) -> [Int]? {
        guard table.fields.count == names.count else { return nil }
        let places = names.compactMap { name in table.fields.firstIndex { $0.name == name } }
        return places.count == names.count ? places : nil
    }
}
