import BundleDelta
import BundleManifest
import FuzzSupport
import SystemLayer

/// Content that an attacker puts behind a manifest so that its digests are right: files that are
/// not bundles, one for "the old one" and one for "the new one".
enum ForgedContent {
    static let old = Array("the old bundle, which is none, the old bundle".utf8)
    static let new = Array("the new bundle, which is none, the new bundle!".utf8)
    static let packed = made { try GzipFile.compress($0.new, to: $0.result) }
    static let delta = made { try BundleDelta.make(from: $0.old, to: $0.new, at: $0.result) }

    /// The bytes sent for a name.
    static func content(_ name: String) -> [UInt8] { name.hasSuffix(".gz") ? packed : delta }

    /// A manifest with the new file as its current version and the old one as its previous version.
    /// Anything that is not a manifest is returned unchanged.
    static func helped(_ json: [UInt8]) -> [UInt8] {
        do {
            var manifest = try Manifest(json: json)
            describe(&manifest.current, bundle: new)
            manifest.next.mutate { describe(&$0, bundle: new) }
            for index in manifest.previous.indices {
                describe(&manifest.previous[index], bundle: old)
            }
            return try manifest.json
        } catch {
            return json
        }
    }

    private static func describe(_ version: inout Manifest.Version, bundle: [UInt8]) {
        describe(&version.bundle, bundle)
        describe(&version.gzip, packed)
        version.schemaVersion = 2
        for index in version.deltas.indices {
            version.deltas[index].bytes = delta.count
            version.deltas[index].sha256 = ByteDigest.sha256(delta)
        }
    }

    private static func describe(_ file: inout Manifest.File, _ content: [UInt8]) {
        file.bytes = content.count
        file.sha256 = ByteDigest.sha256(content)
    }

    private static func made(
        _ body: ((old: String, new: String, result: String)) throws -> Void
    ) -> [UInt8] {
        let scratch = ManifestFuzzer.scratch
        let paths = (
            old: scratch.write("made/old", old), new: scratch.write("made/new", new),
            result: scratch.path + "/made/result"
        )
        do {
            try body(paths)
        } catch {
            fatalError("\(error)")
        }
        defer { scratch.clear("made") }
        return scratch.read("made/result") ?? []
    }
}

extension Optional {
    fileprivate mutating func mutate(_ body: (inout Wrapped) -> Void) {
        guard var value = self else { return }
        body(&value)
        self = value
    }
}
