import GTFSSchedule

/// A row of a small file, as it is compared: known by its id.
struct Record {
    let id: RecordID
    let name: String?
    /// The fields that are compared, by the names of the reference.
    let fields: [(name: String, value: String?)]
    var place: Place?
}
