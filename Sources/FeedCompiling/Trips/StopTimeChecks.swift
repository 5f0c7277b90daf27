package import FeedReading

/// What a validation does while `stop_times.txt` is read: it looks at rows that are unusual, and keeps
/// the lists that each trip has.
package protocol StopTimeChecks: AnyObject {
    /// Whether rows are to be looked at, which the header decides.
    var wantsRows: Bool { get }
    /// The lists that the trips are kept as.
    var lists: CallLists { get }
    /// Whether an id has nothing to be noted.
    func isPlain(id: UnsafeRawBufferPointer) -> Bool
    /// Whether a text has nothing to be noted.
    func isPlain(text: UnsafeRawBufferPointer) -> Bool
    /// The number by which rules know a stop, whichever file names it.
    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32
    /// Decides on the present row, whose length or text is unusual.
    func checkShape() throws -> RowVerdict
    /// Checks the cells of the present row, in which something is unusual, and reads it as rules see it.
    func checkRow(_ cells: RowCells, hasPlainID: Bool) throws -> CheckedCall
    /// Takes the rows of a trip, as far as they are next to each other.
    ///
    /// - Returns: the numbers of its lists; nil when rows of the trip were taken before.
    func take(_ trip: TripRows) throws -> CallLists.Numbers?
    /// Everything was read.
    func finish(rows: Int, hasHeadsigns: Bool) throws
}

/// What becomes of a row for the rules.
package enum RowVerdict {
    case read
    case passOver
    /// The file cannot be read beyond this row.
    case end
}

/// An unusual row as rules see it.
package struct CheckedCall {
    package let row: CallRow
    /// Whether its `stop_sequence` is a number.
    package let isNumbered: Bool

    package init(row: CallRow, isNumbered: Bool) {
        self.row = row
        self.isNumbered = isNumbered
    }
}
