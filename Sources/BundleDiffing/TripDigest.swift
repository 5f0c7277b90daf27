import GTFSSchedule

/// What is compared of a trip. Digests are those of one process: they are never stored.
struct TripDigest: Equatable {
    /// The `route_id`.
    let route: RouteID
    /// Stops in their order, and how one boards and alights there.
    let calls: Int
    /// Times, from the start of the service day.
    let times: Int
    let headsign: Int
    /// Days in the window that both bundles have.
    let days: Int

    /// The trip without its id and its days: what runs when.
    var run: Int {
        var hasher = Hasher()
        hasher.combine(calls)
        hasher.combine(times)
        hasher.combine(headsign)
        return hasher.finalize()
    }
}
