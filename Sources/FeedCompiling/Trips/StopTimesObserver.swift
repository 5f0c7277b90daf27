/// One of the two that see the rows of `stop_times.txt`: the bundle that is made of them, or the
/// rules of a validation.
///
/// Rows come trip by trip, as long as the file has those of a trip next to each other:
///
///     begin ─▶ ( all rows at once, in the trip of `finish` )                ─▶ finish
///     begin ─▶ ( part, with the rows so far ─▶ take, takeUnusual, takeBlank ) ─▶ finish
package protocol StopTimesObserver: AnyObject {
    func isPlain(id: UnsafeRawBufferPointer) -> Bool
    func isPlain(text: UnsafeRawBufferPointer) -> Bool
    /// The present row has an unusual length or text; when it is passed over, it does not come as
    /// an unusual one.
    func takeShape() throws -> RowVerdict
    /// The present row names no trip.
    func takeBlank(_ row: UnusualStopTime) throws
    func begin(_ id: UnsafeRawBufferPointer) -> Bool
    /// From now on rows of the trip come one by one; these were the first.
    func part(_ trip: DecodedTrip)
    /// Whether it need not see the records of rows whose sequences rise from this one on.
    func takesAhead(from sequence: Int32) -> Bool
    func take(_ row: StopTimeRow)
    /// One of the two may see something special in the present row.
    func takeUnusual(_ row: UnusualStopTime) throws
    /// The trip's consecutive rows are complete. Rules come first, and tell which lists they form.
    func finish(_ trip: inout DecodedTrip) throws
    func finish(rows: Int, hasHeadsigns: Bool) throws
}

package protocol StopTimeChecks: StopTimesObserver {
    /// The header decides this.
    var wantsRows: Bool { get }
    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32
}

package enum RowVerdict {
    case read
    case passOver
    /// The file cannot be read beyond this row.
    case end
}
