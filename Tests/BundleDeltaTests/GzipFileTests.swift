import BundleDelta
import Foundation
import TestSupport
import Testing

@Suite("Files of gzip")
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

    @Test("An empty file")
    func empty() throws {
        try GzipFile.compress(try folder.write("empty", []), to: packed)
        try GzipFile.decompress(packed, to: target)
        #expect(try contents(target).isEmpty)
    }

    @Test("The header holds no name, no time and no operating system")
    func header() throws {
        #expect(try contents(packed).prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
    }

    @Test("gzip reads it")
    func otherReader() throws {
        let run = try ProcessRun.run("/bin/gzip", ["-t", packed], folder: folder)
        #expect(run.end == .exited(0))
    }

    @Test("A limit on what is unpacked")
    func limit() throws {
        #expect(throws: BundleDeltaError.tooLarge(path: packed, limit: 289_999)) {
            try GzipFile.decompress(packed, to: target, sizeLimit: 289_999)
        }
        #expect(!FileManager.default.fileExists(atPath: target))
        try GzipFile.decompress(packed, to: target, sizeLimit: 290_000)
    }

    @Test("Damage is an error, and leaves what is there")
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
