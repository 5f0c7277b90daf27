/// The trips of a feed in columns: all about them except their stop times.
///
/// A trip's number is its place in `ids`. Numbers from `definedCount` on belong to trips that only
/// `stop_times.txt` names.
///
/// One thread uses the table at a time. Overlapping accesses are not checked at run time: the check
/// would cost more than the accesses.
package final class TripTable {
    package let ids = IDTable(capacity: 4096)
    /// How many trips `trips.txt` has.
    package internal(set) var definedCount = 0
    /// Route's key; 0 when the trip names none.
    @exclusivity(unchecked) package internal(set) var route: [Int32] = []
    /// `direction_id`, or `StopTimeRow.noCode`.
    @exclusivity(unchecked) package internal(set) var direction: [Int16] = []
    /// Shape's number plus one; 0 when the trip names none.
    @exclusivity(unchecked) package internal(set) var shape: [Int32] = []
    /// Number of the trip's details in `details`.
    @exclusivity(unchecked) package internal(set) var detail: [Int32] = []
    /// Number plus one of the short name in `shortNames`; 0 when blank.
    @exclusivity(unchecked) package internal(set) var shortName: [Int32] = []
    /// Number plus one of the block in `blocks`; 0 when blank.
    @exclusivity(unchecked) package internal(set) var block: [Int32] = []
    /// Number plus one of the pattern; 0 until the trip's stop times are read.
    @exclusivity(unchecked) package internal(set) var pattern: [Int32] = []
    /// Number plus one of the timing; 0 as long as the trip has no time.
    @exclusivity(unchecked) package internal(set) var timing: [Int32] = []
    /// The smallest of the trip's times, which its timing counts from.
    @exclusivity(unchecked) package internal(set) var origin: [Int32] = []
    /// Number of the distance list; 0 when the trip has none.
    @exclusivity(unchecked) package internal(set) var distances: [Int32] = []
    /// False for trips that the filters leave out.
    @exclusivity(unchecked) package internal(set) var isKept: [Bool] = []

    package let shortNames = IDTable()
    package let blocks = IDTable()
    package let details = TripDetails()

    package init() {}

    package var count: Int { ids.count }

    /// The number plus one of a trip's service; 0 when it names none.
    func service(_ trip: Int) -> Int32 { details[detail[trip]].service }

    /// Empties the columns that tell a trip's group.
    func dropGrouping() {
        route = []
        direction = []
        shape = []
        detail = []
        pattern = []
        isKept = []
    }

    /// Adds a trip whose columns are all blank; its id must be new to `ids`.
    func appendBlank() {
        route.append(0)
        direction.append(StopTimeRow.noCode)
        shape.append(0)
        detail.append(details.blank)
        shortName.append(0)
        block.append(0)
        pattern.append(0)
        timing.append(0)
        origin.append(0)
        distances.append(0)
        isKept.append(true)
    }
}
