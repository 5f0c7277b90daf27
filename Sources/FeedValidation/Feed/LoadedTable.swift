public import GTFSSchedule

/// The rows of a file as structs, with their places in the file.
///
/// A cell that could not be read is nil here, and a notice told so; the row is there all the same.
public struct LoadedTable<Row: FeedRow>: Sendable {
    public internal(set) var state = FileState.missing
    public internal(set) var header = HeaderColumns([])
    public internal(set) var rows: [Row] = []
    /// By index of `rows`: the row in the file, the header being row 1.
    public internal(set) var rowNumbers: [Int] = []

    public var isMissing: Bool { state == .missing }
    public var count: Int { rows.count }
    public subscript(index: Int) -> Row { rows[index] }

    /// The file's name in the feed.
    public var filename: String { Row.file.name }
}
