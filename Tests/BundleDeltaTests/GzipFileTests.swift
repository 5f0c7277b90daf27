import BundleDelta
import Foundation
import TestSupport
import Testing

@Suite("Files of gzip", .blocking)
struct GzipFileTests {
    private let folder: TestFolder
    private let source: String
    private let packed: String
    private let target: String
    private let bytes = noise(90_000, seed: 6) + [UInt8](repeating: 0, count: 200_000)

    init() throws {
        folder = try TestFolder()
        source = try folder.write("source", bytes)
        packed = folder.path + "/source.gz"
        target = folder.path + "/target"
        try GzipFile.compress(source, to: packed)
    }

    private func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("There and back")
    func roundTrip() throws {
        try GzipFile.decompress(packed, to: target)
        #expect(try contents(target) == bytes)
        #expect(try contents(packed).count < 91_000)
    }

    @Test("The header holds no name, no time and no operating system")
    func header() throws {
        #expect(try contents(packed).prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test("gzip reads it")
    func otherReader() throws {
        let run = try ProcessRun.run("/bin/gzip", ["-t", packed], folder: folder)
        #expect(run.end == .exited(0))
    }

    /// Blocks have half a megabyte, and sixteen are compressed side by side.
    @Test(
        "Sizes around the ends of blocks",
        arguments: [-1, 0, 1], [1 << 19, 1 << 20, 1 << 23, 1 << 24])
    func blocks(_ more: Int, _ size: Int) throws {
        try expectComesBack(Self.text(size + more))
    }

    @Test("Small files, and incompressible ones")
    func fewBytes() throws {
        for bytes in [[], [42], noise(70_000, seed: 9), noise((1 << 20) + 7, seed: 10)] {
            try expectComesBack(bytes)
            #expect(try contents(packed).count < bytes.count + bytes.count / 1000 + 30)
        }
    }

    /// Text that zlib compresses to about a third.
    private static func text(_ size: Int) -> [UInt8] {
        let line = Array("08:00:00,A,1,8:10:00,B,2,".utf8)
        let noise = noise(size / 8 + 4, seed: UInt64(size))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + line.count + 4)
        var place = 0
        while bytes.count < size {
            bytes += line
            bytes += noise[place..<place + 3]
            place += 3
        }
        bytes.removeSubrange(size...)
        return bytes
    }

    /// By our reader, and by the program that everybody has, which checks checksum and length.
    private func expectComesBack(_ bytes: [UInt8]) throws {
        try GzipFile.compress(try folder.write("large", bytes), to: packed)
        try GzipFile.decompress(packed, to: target)
        #expect(try contents(target) == bytes)
        let run = try ProcessRun.run("/bin/gzip", ["-t", packed], folder: folder)
        #expect(run.end == .exited(0))
        let trailer = try contents(packed).suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(trailer == bytes.count)
    }

    /// However many threads are free: here ten files want them at once.
    @Test("The same bytes on a busy machine")
    func threads() async throws {
        let source = try folder.write("large", Self.text(9_000_000))
        try GzipFile.compress(source, to: packed)
        let alone = try contents(packed)
        let folder = folder.path
        try await withThrowingTaskGroup(of: Data.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try GzipFile.compress(source, to: "\(folder)/\(number).gz")
                    return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(number).gz"))
                }
            }
            for try await bytes in group { #expect(Array(bytes) == alone) }
        }
    }

    /// Bytes that a block repeats from the one before are not stored twice.
    @Test("A block continues the one before")
    func dictionary() throws {
        let block = 1 << 19
        let part = noise(30_000, seed: 8)
        let zeros = [UInt8](repeating: 0, count: block - part.count)
        try GzipFile.compress(try folder.write("large", zeros + part + part), to: packed)
        #expect(try contents(packed).count < 33_000)
    }

    @Test("A limit on unpacked bytes")
    func limit() throws {
        #expect(throws: BundleDeltaError.tooLarge(path: packed, limit: 289_999)) {
            try GzipFile.decompress(packed, to: target, sizeLimit: 289_999)
        }
        #expect(!FileManager.default.fileExists(atPath: target))
        try GzipFile.decompress(packed, to: target, sizeLimit: 290_000)
    }

    @Test("Damage is an error, and leaves the output unchanged")
    func damage() throws {
        let whole = try contents(packed)
        try folder.write("target", [42])
        for place in stride(from: 0, to: whole.count, by: 997) + [whole.count - 8] {
            // Bytes 4 to 9 say when and where it was made, which nothing depends on.
            guard !(3...9).contains(place) else { continue }
            var broken = whole
            broken[place] ^= 0x10
            try folder.write("source.gz", broken)
            #expect(throws: BundleDeltaError.self, "byte \(place)") {
                try GzipFile.decompress(packed, to: target)
            }
            try folder.write("source.gz", Array(whole[..<place]))
            #expect(throws: BundleDeltaError.self, "\(place) bytes") {
                try GzipFile.decompress(packed, to: target)
            }
        }
        try folder.write("source.gz", whole + [0])
        #expect(throws: BundleDeltaError.self) { try GzipFile.decompress(packed, to: target) }
        #expect(try contents(target) == [42])
    }
}
