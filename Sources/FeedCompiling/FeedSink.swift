package import FeedReading
package import GTFSSchedule

/// One thread makes the calls, in this order: rows of small tables as their files are read, the
/// services, shapes as they are finished, and the trips once `stop_times.txt` has been read.
package protocol FeedSink: AnyObject {
    func write(_ rejection: Rejection) throws
    func write(_ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]) throws
    func write(_ location: LocationFeature) throws
    func begin(_ table: PackedExtension) throws
    func write(_ cells: RowCells, of table: PackedExtension) throws
    func write(_ services: CompiledServices) throws
    func write(_ trips: CompiledTrips) throws
    func begin(table: String) throws
    /// Filters may still remove rows at the end.
    func finish(table: String) throws
    /// Replaces a shape with the same key.
    func write(_ shape: CompiledShape) throws
}

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
    /// Nil keeps all days.
    package let window: ClosedRange<Int>?
    /// By service, see ``DaysAroundWindow``.
    let keptDays: [ClosedRange<Int>]

    package func window(of service: Int) -> ClosedRange<Int>? {
        window.map { _ in keptDays[service] }
    }

    package func dropDays() { if window == nil { table.dropExceptions() } }
}

/// Only the receiver holds it.
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
    package let unknown: ExtensionContent?
    let hold: SharedReading.Hold?

    package func dropGrouping() { trips.dropGrouping() }

    package func dropLists() { stopTimes.dropLists() }

    package func dropPatterns() { stopTimes.dropPatterns() }
}
