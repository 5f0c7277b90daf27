import SystemLayer
import TestSupport
import Testing

@testable import FeedReading

/// The inflater of this build beside zlib. With the trait `Programs` they are two, without it one, which
/// then stands on its own.
@Suite("Inflating")
struct InflaterTests {
    private struct Outcome: Equatable {
        var bytes: [UInt8] = []
        var crc: UInt32 = 0
        /// Whether the last block came to its end.
        var isWhole = false
    }

    /// Gives an inflater its input and room for its output in pieces.
    private func run(
        _ inflater: any Inflater, on packed: [UInt8], inputSize: Int, outputSize: Int
    ) -> Outcome {
        var outcome = Outcome()
        var output = [UInt8](repeating: 0, count: outputSize)
        packed.withUnsafeBytes { packed in
            var rest = packed[...]
            while !inflater.isAtEnd {
                if inflater.unusedInput == 0 {
                    inflater.take(UnsafeRawBufferPointer(rebasing: rest.prefix(inputSize)))
                    rest = rest.dropFirst(inputSize)
                }
                let unused = inflater.unusedInput
                let count = output.withUnsafeMutableBytes { inflater.inflate(into: $0) }
                guard let count, count > 0 || inflater.unusedInput < unused else { break }
                outcome.bytes += output.prefix(count)
                outcome.crc = output.withUnsafeBytes {
                    inflater.checksum(outcome.crc, UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
            }
        }
        outcome.isWhole = inflater.isAtEnd
        return outcome
    }

    /// Bytes without the head and the tail that gzip puts around them, and their checksum in the tail.
    private func deflated(_ bytes: [UInt8]) throws -> (packed: [UInt8], crc: UInt32) {
        let gzip = try ArchiveBuilder.pack([(name: "x", bytes: bytes)], as: .gzip)
        try #require(gzip.starts(with: [0x1F, 0x8B, 8, 0]), "a head without names")
        let crc = gzip.suffix(8).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (Array(gzip.dropFirst(10).dropLast(8)), crc)
    }

    private func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test("Any input in any pieces is inflated, with its checksum")
    func pieces() throws {
        let rows = (0..<4000).map { "trip\($0 % 37),08:\($0 % 60):00,stop\($0 % 91)\n" }.joined()
        let large = String(repeating: rows, count: 30)
        for bytes in [[], [65], Array(rows.utf8), noise(70_000), Array(large.utf8)] {
            let (packed, crc) = try deflated(bytes)
            // Another stream behind it is not read.
            for next in [[], packed] {
                let sizes = [(1, 1000), (7, 1), (977, 331), (1 << 16, 512), (1 << 20, 1 << 20)]
                    .filter { bytes.count < 1 << 20 || $0.0 > 900 }
                for (inputSize, outputSize) in sizes {
                    let whole = Outcome(bytes: bytes, crc: crc, isWhole: true)
                    for inflater in [Inflaters.make(), ZlibInflater()] {
                        let isRight =
                            run(
                                inflater, on: packed + next, inputSize: inputSize,
                                outputSize: outputSize) == whole
                        #expect(isRight, "\(bytes.count) bytes, \(inputSize), \(outputSize)")
                    }
                }
            }
        }
    }

    private func members(
        of zip: [UInt8], through makeInflater: () -> any Inflater
    ) throws -> [String?] {
        let folder = try TestFolder()
        let file = try ArchiveFile(path: folder.write("feed.zip", zip))
        let directory = try #require(try ZipDirectory(file, limits: .standard))
        var buffer = [UInt8](repeating: 0, count: 4000)
        return try directory.members.map { member in
            guard let reader = try ZipMember(member, of: file, through: makeInflater()) else {
                return nil
            }
            var bytes: [UInt8] = []
            do {
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
                    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                    bytes += buffer[..<count]
                }
            } catch is ArchiveFailure {
                return nil
            }
        }
    }

    @Test(
        "Both read the same members, whole, cut and damaged",
        arguments: ["", "compression=store"])
    func zips(options: String) throws {
        var feed = try TestFeed.sample()
        feed["empty.txt"] = ""
        let zip = try ArchiveBuilder.pack(feed.files, as: .zip(options: options))
        let texts = feed.files.map(\.text)
        #expect(try members(of: zip, through: Inflaters.make) == texts)
        #expect(try members(of: zip, through: ZlibInflater.init) == texts)
        // The directory at the end stays as it is.
        let packed = try #require(zip.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
        var broken = 0
        for place in stride(from: 40, to: packed, by: 211) {
            var flipped = zip
            flipped[place] ^= 0x04
            var cut = zip
            let lost = place..<min(place + 500, packed)
            cut.replaceSubrange(lost, with: repeatElement(0, count: lost.count))
            for damaged in [flipped, cut] {
                let found = try members(of: damaged, through: Inflaters.make)
                #expect(try members(of: damaged, through: ZlibInflater.init) == found)
                broken += found == texts ? 0 : 1
            }
        }
        #expect(broken > 20)
    }

    @Test("A stream that breaks off is incomplete, and its bytes so far are right")
    func breakingOff() throws {
        let bytes = Array((0..<500).map { "stop\($0),name \($0 * 7)\n" }.joined().utf8)
        let packed = try deflated(bytes).packed
        for count in stride(from: 0, to: packed.count, by: 97) {
            for inflater in [Inflaters.make(), ZlibInflater()] {
                let outcome = run(
                    inflater, on: Array(packed[..<count]), inputSize: 64, outputSize: 512)
                #expect(!outcome.isWhole)
                #expect(bytes.starts(with: outcome.bytes))
            }
        }
    }

    @Test("Bytes that are changed are found broken, or give another checksum, by both alike")
    func changed() throws {
        let bytes = Array((0..<500).map { "stop\($0),name \($0 * 7)\n" }.joined().utf8)
        let (packed, crc) = try deflated(bytes)
        var broken = 0
        for place in 0..<packed.count {
            var other = packed
            other[place] ^= 0x10
            let outcomes = [Inflaters.make(), ZlibInflater()].map {
                run($0, on: other, inputSize: 1 << 16, outputSize: 1 << 16)
            }
            // A whole outcome must not depend on the library that inflates.
            if outcomes.allSatisfy(\.isWhole) { #expect(outcomes[0] == outcomes[1]) }
            for outcome in outcomes where outcome.isWhole && outcome.bytes != bytes {
                #expect(outcome.crc != crc)
            }
            broken += outcomes[0].isWhole ? 0 : 1
        }
        #expect(broken > packed.count / 10, "the change is one that inflaters notice")
    }
}
