package import FeedReading

/// One of the two that see the rows of `stop_times.txt`: the bundle that is made of them, or the
/// rules of a validation.
///
/// Rows come trip by trip, as long as the file has those of a trip next to each other:
///
///     begin ─▶ ( all rows at once, in the trip of `finish` )                ─▶ finish
///     begin ─▶ ( part, with the rows so far ─▶ take, takeUnusual, takeBlank ) ─▶ finish
package protocol StopTimesObserver: AnyObject {
    /// Whether it sees nothing special in an id.
    func isPlain(id: UnsafeRawBufferPointer) -> Bool
    /// Whether it sees nothing special in a text.
    func isPlain(text: UnsafeRawBufferPointer) -> Bool
    /// Decides about the present row, whose length or text is unusual: a row that it passes over
    /// does not come as an unusual one.
    func takeShape() throws -> RowVerdict
    /// Takes the present row, which names no trip.
    func takeBlank(_ cells: RowCells) throws
    /// Begins the rows of a trip.
    ///
    /// - Returns: whether it wants them.
    func begin(_ id: UnsafeRawBufferPointer) -> Bool
    /// From now on rows of the trip come one by one; these were the first.
    func part(_ trip: DecodedTrip)
    /// Whether it need not see the records of rows whose sequences rise from this one on.
    func takesAhead(from sequence: Int32) -> Bool
    func take(_ row: StopTimeRow)
    /// Takes the present row, in which one of the two may see something special.
    func takeUnusual(_ cells: RowCells) throws
    /// The trip's consecutive rows are complete. Rules come first, and tell which lists they form.
    func finish(_ trip: inout DecodedTrip) throws
    func finish(rows: Int, hasHeadsigns: Bool) throws
}

/// The rules' part of reading `stop_times.txt`.
package protocol StopTimeChecks: StopTimesObserver {
    /// Whether rows are to be checked; the header decides this.
    var wantsRows: Bool { get }
    /// The number by which rules know a stop, whichever file names it.
    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32
}

package enum RowVerdict {
    case read
    case passOver
    /// The file cannot be read beyond this row.
    case end
}
