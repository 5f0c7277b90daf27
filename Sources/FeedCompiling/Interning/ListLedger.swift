/// Numbers distinct byte strings by a 128-bit hash, without keeping the strings.
///
/// For lists that every trip may have its own of, such as distances: their bytes go to the bundle
/// at once, and memory holds 24 bytes for each however long it is.
struct ListLedger {
    private struct Key: Hashable {
        let first: UInt64
        let second: UInt64
    }

    private var numbers: [Key: Int32] = [:]

    var count: Int { numbers.count }

    /// The number of the list, from 1 on, and whether it was not there yet.
    mutating func number(_ bytes: UnsafeRawBufferPointer) -> (number: Int32, isNew: Bool) {
        let key = Key(
            first: ByteHash.hash(bytes),
            second: ByteHash.hash(bytes, seed: 0xA076_1D64_78BD_642F))
        if let number = numbers[key] { return (number, false) }
        let number = Int32(numbers.count + 1)
        numbers[key] = number
        return (number, true)
    }
}
