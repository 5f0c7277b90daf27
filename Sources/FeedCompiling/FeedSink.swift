package import FeedReading
package import GTFSSchedule

/// Takes the compiled feed as it comes: the bundle's writer, or a test.
///
/// One thread makes the calls, in this order: rows of small tables as their files are read, the
/// services, shapes as they are finished, and the trips once `stop_times.txt` has been read.
package protocol FeedSink: AnyObject {
    func write(_ rejection: Rejection) throws
    /// Takes a row of a file that the bundle keeps as it is, with the values of the columns that
    /// the bundle adds to that table.
    func write(_ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]) throws
    func write(_ location: LocationFeature) throws
    /// Announces rows of a file unknown to the reference; there may be none.
    func begin(_ table: PackedExtension) throws
    /// Takes a row of such a file, with as many cells as the table has columns.
    func write(_ cells: RowCells, of table: PackedExtension) throws
    func write(_ services: CompiledServices) throws
    func write(_ trips: CompiledTrips) throws
    func begin(table: String) throws
    /// Notes that all rows of a table are there, although filters may remove some at the end.
    func finish(table: String) throws
    /// Writes a finished shape; it replaces what was written under the same key.
    func write(_ shape: CompiledShape) throws
}

/// The value of a column that the bundle adds to the reference's columns.
package enum ExtraValue {
    case null
    case integer(Int64)
    case text(String)

    var integer: Int64? {
        if case .integer(let value) = self { return value }
        return nil
    }
}

/// The services, all of which are known once `trips.txt` has been read.
package struct CompiledServices: @unchecked Sendable {
    // Sendable: the table is a class, but it no longer changes, except that days are released,
    // which nothing reads but what gets this value, and `startsBeforeWindow` if there is one.
    package let table: ServiceTable
    /// The days that the bundle keeps; nil for all.
    package let window: ClosedRange<Int>?
    /// With a window: the days that are kept of each service, by its index, see ``DaysAroundWindow``.
    let keptDays: [ClosedRange<Int>]

    /// The days that the bundle keeps of a service; nil for all.
    package func window(of service: Int) -> ClosedRange<Int>? {
        window.map { _ in keptDays[service] }
    }

    /// Releases the days, once they are written.
    package func dropDays() { if window == nil { table.dropExceptions() } }
}

/// Everything that `trips.txt` and `stop_times.txt` were compiled to. Only the receiver holds it.
package struct CompiledTrips: @unchecked Sendable {
    // Sendable: the tables are classes, but what reads `trips.txt` and `stop_times.txt` is done
    // with them when this value is made; from then on they are only read, and released by one
    // thread.
    package let trips: TripTable
    package let stopTimes: StopTimesCompiler
    package let stops: StopTable
    package let routes: RouteTable
    package let services: ServiceTable
    package let filter: FeedFilter
    /// The columns of `trips.txt` that are kept though the reference does not know them.
    package let unknown: ExtensionContent?
    /// Tells those who wait for the memory when it is free.
    let hold: SharedReading.Hold?

    /// Releases what trips are grouped by, once they are grouped.
    package func dropGrouping() { trips.dropGrouping() }

    /// Releases the timings and distances, once they are written.
    package func dropLists() { stopTimes.dropLists() }

    /// Releases the patterns, once they are written.
    package func dropPatterns() { stopTimes.dropPatterns() }
}
