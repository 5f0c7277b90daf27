/// The id of the trip or shape whose rows are being read, copied: a cell does not outlive its row.
struct PresentID {
    private(set) var bytes: [UInt8] = []
    /// Whether there was a row, even with an empty id.
    private(set) var isKnown = false

    @inline(__always)
    func equals(_ id: UnsafeRawBufferPointer) -> Bool {
        isKnown && bytes.withUnsafeBytes { Bytes.areEqual($0, id) }
    }

    mutating func set(_ id: UnsafeRawBufferPointer) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: id)
        isKnown = true
    }

    /// Makes an id the present one; false when it already is.
    @inline(__always)
    mutating func changes(to id: UnsafeRawBufferPointer) -> Bool {
        if equals(id) { return false }
        set(id)
        return true
    }
}
