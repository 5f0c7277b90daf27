/// Numbers distinct byte strings by a 128-bit hash, without keeping the strings.
///
/// Two lists with one hash would become one list. The seeds are secret, so an attacker cannot write
/// such lists; by chance two of a billion lists collide once in 10^20 feeds.
///
/// For lists that may differ for every trip, such as distances: their bytes go to the bundle at
/// once, and memory holds 24 bytes per list, whatever its length.
struct ListLedger {
    private struct Key: Hashable {
        let first: UInt64
        let second: UInt64
    }

    private var numbers: [Key: Int32] = [:]
    private let seeds = (first: ByteHash.seed, second: ByteHash.seed ^ 0xA076_1D64_78BD_642F)

    var count: Int { numbers.count }

    /// The number of the list, from 1 on, and whether the list is new.
    mutating func number(_ bytes: UnsafeRawBufferPointer) -> (number: Int32, isNew: Bool) {
        let key = Key(
            first: ByteHash.hash(bytes, seed: seeds.first),
            second: ByteHash.hash(bytes, seed: seeds.second))
        if let number = numbers[key] { return (number, false) }
        let number = Int32(numbers.count + 1)
        numbers[key] = number
        return (number, true)
    }
}
