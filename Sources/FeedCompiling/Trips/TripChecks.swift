package protocol TripChecks: AnyObject {
    /// The header decides this.
    var wantsRows: Bool { get }
    /// Numbers trips as the bundle does, from the first row on: their ids are kept once.
    ///
    /// Rows that name a trip are the same for both, and so are trips that only `stop_times.txt` names.
    func share(_ ids: IDTable)
    func take(_ trip: (index: Int, isNew: Bool)?) throws
    func finish()
}
