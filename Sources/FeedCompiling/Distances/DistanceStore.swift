package import BundleCodec
package import FeedReading

/// The distinct distance lists of a feed, numbered from 1 on.
///
/// In some feeds the trips of a pattern share one list, in others every trip has its own. Memory
/// holds 40 bytes per list. Past four megabytes the values move to a scratch file, as they were
/// read, and stay there until a list is asked for at the end.
package final class DistanceStore {
    private var ledger = ListLedger()
    private let file: SpillFile
    /// Where each list begins in the file; one entry more than there are lists.
    private var offsets = [0]
    /// The values of the list asked for; they tell lists apart.
    private var scratch: [Double] = []
    private var ahead = Ahead()

    init(directory: String) {
        file = SpillFile(directory: directory, limit: 32_000_000_000)
    }

    package var count: Int { ledger.count }

    /// 0 when no row has a distance.
    func intern(_ rows: UnsafeBufferPointer<StopTimeRow>) throws(FeedError) -> Int32 {
        guard rows.contains(where: { !$0.distance.isNaN }) else { return 0 }
        scratch.removeAll(keepingCapacity: true)
        for row in rows { scratch.append(row.distance) }
        return try scratch.withUnsafeBufferPointer { (values) throws(FeedError) in
            let bytes = UnsafeRawBufferPointer(values)
            let (number, isNew) = ledger.number(bytes)
            if isNew {
                try file.append(bytes)
                offsets.append(file.count)
            }
            return number
        }
    }

    func drop() {
        ledger = ListLedger()
        offsets = [0]
        ahead = Ahead()
    }

    func values(_ number: Int32) throws(FeedError) -> [Double] {
        try values(at: offsets[Int(number) - 1]..<offsets[Int(number)])
    }

    private func values(at places: Range<Int>) throws(FeedError) -> [Double] {
        var values = [Double](
            repeating: .nan, count: places.count / MemoryLayout<Double>.stride)
        try values.withUnsafeMutableBufferPointer { (values) throws(FeedError) in
            try file.read(at: places.lowerBound, into: UnsafeMutableRawBufferPointer(values))
        }
        return values
    }

    /// For the bundle, which asks for lists in the order of their numbers.
    package func list(
        _ number: Int32, as form: NumberCodes
    ) throws(FeedError) -> PackedNumbers? {
        let places = offsets[Int(number) - 1]..<offsets[Int(number)]
        if places.lowerBound < ahead.start || places.upperBound > ahead.end {
            // Reading each list alone would take as long as all else that is done with it.
            let end = max(places.upperBound, min(places.lowerBound + Ahead.size, file.count))
            ahead = Ahead(
                start: places.lowerBound, end: end,
                values: try values(at: places.lowerBound..<end))
        }
        let stride = MemoryLayout<Double>.stride
        let first = (places.lowerBound - ahead.start) / stride
        let numbers = Array(ahead.values[first..<first + places.count / stride])
        let list = PackedNumbers(numbers, as: form)
        // Doubles themselves are rare, and SQL reads them in one form only.
        return list?.scale == 0 ? PackedNumbers(numbers, as: .digits) : list
    }

    private struct Ahead {
        static let size = 1 << 16
        var start = 0
        var end = 0
        var values: [Double] = []
    }
}

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

    /// The number counts from 1.
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
