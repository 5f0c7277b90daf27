import BundleManifest
import Foundation
import SystemLayer

/// The state between one update and the next, in `FILE.fetch.json`. Losing it costs reading the
/// manifest and the bundle, and the knowledge of how new a manifest must be.
struct UpdateMemory: Codable, Hashable {
    var manifest: Manifest?
    /// The SHA-256 of its address, which may contain secrets.
    var address: String?
    var etag: String?
    var lastModified: String?
    var key: String?
    var part: Part?
    var installed: Stamp?
    /// The SHA-256 of a bundle that was rolled back; it is not installed again.
    var heldBack: String?

    struct Part: Codable, Hashable {
        var sha256: String
        var etag: String?
    }

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

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case manifest
        case address
        case etag
        case lastModified = "last_modified"
        case key
        case part
        case installed
        case heldBack = "held_back"
    }

    init() {}

    var validators: DownloadValidators? {
        get { DownloadValidators(etag: etag, lastModified: lastModified) }
        set { (etag, lastModified) = (newValue?.etag, newValue?.lastModified) }
    }

    /// The largest readable file: most of it is a manifest, with blanks between its words.
    private static let mostBytes = 4 * Manifest.sizeLimit

    static func isOne(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.starts(with: "{")
            && CodingKeys.allCases.contains { text.contains("\"\($0.rawValue)\"") }
    }

    /// An unreadable file tells nothing but that a part may be there.
    static func load(_ files: UpdateFiles) throws -> UpdateMemory {
        guard let bytes = try WholeFile.read(files.memory, atMost: mostBytes) else {
            return UpdateMemory()
        }
        do {
            return try JSONDecoder().decode(UpdateMemory.self, from: Data(bytes))
        } catch {
            var memory = UpdateMemory()
            memory.part = Part(sha256: "")
            return memory
        }
    }

    func save(_ files: UpdateFiles) throws {
        try WholeFile.write(
            Array(JSONEncoder.stable(.prettyPrinted).encode(self)), to: files.memory, .file,
            replacing: .anything)
    }
}
