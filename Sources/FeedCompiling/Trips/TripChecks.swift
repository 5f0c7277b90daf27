/// The part of a validation that runs while `trips.txt` is read: it checks the rows, and keeps the
/// values that rules need.
package protocol TripChecks: AnyObject {
    /// Whether rows are to be looked at, which the header decides.
    var wantsRows: Bool { get }
    /// Numbers trips as the bundle does, from the first row on: their ids are kept once.
    ///
    /// Rows that name a trip are the same for both, and so are trips that only `stop_times.txt` names.
    func share(_ ids: IDTable)
    /// Checks the present row.
    ///
    /// - Parameter trip: its number, and whether no row had it before; nil when the row names none.
    func take(_ trip: (index: Int, isNew: Bool)?) throws
    func finish()
}
