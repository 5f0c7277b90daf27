import Testing

@testable import FeedCompiling

@Suite("Hashes of ids")
struct ByteHashTests {
    @Test("Every byte of an id counts, whatever the id's length", arguments: 1...40)
    func everyByteCounts(_ length: Int) {
        for seed: UInt64 in [0, 1, 0x1234_5678_9ABC_DEF0, .max] {
            for position in 0..<length {
                var id = [UInt8](repeating: 0x30, count: length)
                let hashes = (UInt8.min...UInt8.max).map { value in
                    id[position] = value
                    return id.withUnsafeBytes { ByteHash.hash($0, seed: seed) }
                }
                #expect(Set(hashes).count == 256, "byte \(position) of \(length)")
            }
        }
    }

    @Test("Ids that count upwards have hashes of their own")
    func counting() {
        for digits in 1...12 {
            let first = (0..<digits - 1).reduce(1) { number, _ in number * 10 }
            let ids = (first..<first + 50_000).map { Array("\($0)".utf8) }
            let hashes = Set(ids.map { $0.withUnsafeBytes { ByteHash.hash($0, seed: 7) } })
            #expect(hashes.count == ids.count)
        }
    }
}
