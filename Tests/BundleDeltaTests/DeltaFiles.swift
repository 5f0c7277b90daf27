import BundleDelta
import Foundation
import TestSupport

/// An old file, a new one and the delta between them, in a folder of the test.
struct DeltaFiles {
    let folder: TestFolder
    let old: String
    let new: String
    let delta: String
    let result: String

    init(old oldBytes: [UInt8], new newBytes: [UInt8]) throws {
        folder = try TestFolder()
        old = try folder.write("old", oldBytes)
        new = try folder.write("new", newBytes)
        delta = folder.path + "/delta"
        result = folder.path + "/result"
        try BundleDelta.make(from: old, to: new, at: delta)
    }

    func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func applied() throws -> [UInt8] {
        try BundleDelta.apply(delta, to: old, writing: result)
        return try bytes(result)
    }

    func replaceDelta(_ bytes: [UInt8]) throws {
        try folder.write("delta", bytes)
    }

    /// The names in the folder that only an unfinished file has.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.contains(".gtfs-") }
    }
}

/// Bytes that nothing compresses.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}
