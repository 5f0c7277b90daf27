package import FeedReading

/// The part of a validation that runs while `stop_times.txt` is read: it checks unusual rows and
/// keeps each trip's lists.
package protocol StopTimeChecks: AnyObject {
    /// Whether rows are to be checked; the header decides this.
    var wantsRows: Bool { get }
    /// The lists in which the trips are kept.
    var lists: CallLists { get }
    /// Whether nothing is to be noted about an id.
    func isPlain(id: UnsafeRawBufferPointer) -> Bool
    /// Whether nothing is to be noted about a text.
    func isPlain(text: UnsafeRawBufferPointer) -> Bool
    /// The number by which rules know a stop, whichever file names it.
    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32
    /// Decides about the present row, whose length or text is unusual.
    func checkShape() throws -> RowVerdict
    /// Checks the cells of the present row, which has something unusual, and reads it as rules see
    /// it.
    func checkRow(_ cells: RowCells, hasPlainID: Bool) throws -> CheckedCall
    /// Takes a row that names no trip.
    func takeBlank(_ row: CallRow)
    /// Takes consecutive rows of a trip.
    ///
    /// - Returns: the numbers of its lists; nil when rows of the trip were taken before.
    func take(_ trip: TripRows) throws -> CallLists.Numbers?
    /// All rows were read.
    func finish(rows: Int, hasHeadsigns: Bool) throws
}

/// The use that rules make of a row.
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
    /// Whether it is a call of the trip, whose place is known.
    package let isCall: Bool

    package init(row: CallRow, isNumbered: Bool, isCall: Bool) {
        self.row = row
        self.isNumbered = isNumbered
        self.isCall = isCall
    }
}
