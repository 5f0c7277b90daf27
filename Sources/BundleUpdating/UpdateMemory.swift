import BundleManifest
import SystemLayer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is remembered from one update to the next, in `FILE.fetch.json`. Losing it costs a look at the
/// whole manifest and the bundle, and the knowledge of how new a manifest has to be.
struct UpdateMemory: Codable, Hashable {
    /// The newest manifest that was seen and found right.
    var manifest: Manifest?
    /// The SHA-256 of the address that it came from, which may hold secrets.
    var address: String?
    var etag: String?
    /// The key that it was checked with.
    var key: String?
    /// What the bytes in `FILE.part` are of.
    var part: Part?
    /// The bundle, to know it without reading it.
    var installed: Stamp?
    /// The SHA-256 of a bundle that somebody went back from: it is not installed again.
    var heldBack: String?

    struct Part: Codable, Hashable {
        var sha256: String
        /// A strong one.
        var etag: String?
    }

    /// A file as it was when its SHA-256 was taken.
    struct Stamp: Codable, Hashable {
        var sha256: String
        var bytes: Int
        var seconds: Int
        var nanoseconds: Int

        init(_ status: FileStatus, sha256: String) {
            self.sha256 = sha256
            bytes = status.size
            seconds = status.modifiedSeconds
            nanoseconds = status.modifiedNanoseconds
        }
    }

    private enum CodingKeys: String, CodingKey {
        case manifest
        case address
        case etag
        case key
        case part
        case installed
        case heldBack = "held_back"
    }

    init() {}

    /// Reads it; one that cannot be read is as good as none.
    static func load(_ files: UpdateFiles) throws -> UpdateMemory {
        guard let bytes = try WholeFile.read(files.memory) else { return UpdateMemory() }
        do {
            return try JSONDecoder().decode(UpdateMemory.self, from: Data(bytes))
        } catch {
            return UpdateMemory()
        }
    }

    func save(_ files: UpdateFiles) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try WholeFile.write(Array(try encoder.encode(self)), to: files.memory, .file)
    }
}
