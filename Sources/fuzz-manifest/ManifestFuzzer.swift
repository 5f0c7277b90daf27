import BundleDelta
import BundleManifest
import BundleUpdating
import FeedReading
import Foundation
import FuzzSupport
import Publishing
import SystemLayer

/// Reads arbitrary bytes as a manifest, and acts on it like a client that trusts it. Nothing
/// outside the folder of the manifest may be requested, read, written or removed, whatever its
/// names are. The first byte says who reads it:
///
/// | byte | by |
/// | --- | --- |
/// | `l` | a client, from a folder of its own machine |
/// | `p` | the publisher: look, sweep, roll back, rename |
/// | else | a client, from a server |
///
/// With a capital letter, the files of the manifest are made to match it, which a liar can do as
/// well.
@main
enum ManifestFuzzer {
    static let scratch = ScratchFolder()

    static func main() {
        for name in ["keep", "made", "client", "published"] { scratch.makeFolder(name) }
        scratch.write("keep/secret.sqlite", Array("not yours".utf8))
        FuzzDriver.run { input in
            guard let first = input.first else { return }
            let isHelped = first & 0x20 == 0
            let json = Array(input.dropFirst())
            let manifest = isHelped ? ForgedContent.helped(json) : json
            switch first | 0x20 {
            case UInt8(ascii: "p"): PublishedFolder.check(manifest)
            case UInt8(ascii: "l"): Client.check(manifest, isLocal: true)
            default: Client.check(manifest, isLocal: false)
            }
            precondition(scratch.names(in: "keep") == ["secret.sqlite"])
            precondition(scratch.read("keep/secret.sqlite") == Array("not yours".utf8))
        }
    }
}

enum Client {
    private static let scratch = ManifestFuzzer.scratch

    static func check(_ manifest: [UInt8], isLocal: Bool) {
        scratch.clear("client")
        scratch.write("client/feed.sqlite", ForgedContent.old)
        scratch.write("published/manifest.json", manifest)
        let folder = isLocal ? scratch.path + "/published/" : "https://example.org/f/"
        var settings = BundleUpdate.Settings()
        settings.sizeLimit = 1 << 20
        settings.retry.retries = 1
        settings.pause = { _ in }
        do {
            let source = Source(folder: folder, manifest: manifest)
            let update = BundleUpdate(
                from: try BundleAddress(folder + "manifest.json"),
                to: scratch.path + "/client/feed.sqlite", over: source, settings)
            _ = try update.wholeFile()
            let result = try update.run()
            precondition(![.installed, .updated].contains(result.outcome), "no bundle was there")
        } catch let error as BundleUpdateError {
            precondition(!error.description.contains("\n"), "two lines: \(error.description)")
        } catch {
            fatalError("undocumented: \(error)")
        }
        precondition(
            scratch.read("client/feed.sqlite") == ForgedContent.old, "the bundle is another one")
        let files = Set(["", ".part", ".lock", ".fetch.json"].map { "feed.sqlite" + $0 })
        let others = scratch.names(in: "client").subtracting(files)
        precondition(others.isEmpty, "left behind: \(others)")
    }

    /// The server, or the folder; the content of a file follows from its name.
    private struct Source: BundleSource {
        let folder: String
        let manifest: [UInt8]

        func get(
            _ request: BundleRequest, head: (HTTPHead) throws -> Void,
            part: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            let name = String(request.url.dropFirst(folder.count))
            precondition(
                request.url.hasPrefix(folder) && !name.isEmpty && !name.contains("/")
                    && !name.hasPrefix("."), "asks for \(request.url)")
            let content = name == "manifest.json" ? manifest : ForgedContent.content(name)
            let isPart = request.offset > 0 && request.offset < content.count
            try head(
                HTTPHead(
                    status: isPart ? 206 : 200,
                    headers: isPart
                        ? [
                            "content-range":
                                "bytes \(request.offset)-\(content.count - 1)/\(content.count)"
                        ] : [:]))
            try content[(isPart ? request.offset : 0)...].withUnsafeBytes(part)
        }
    }
}

/// Content that an attacker puts behind a manifest so that its digests are right: files that are
/// not bundles, one for "the old one" and one for "the new one".
enum ForgedContent {
    static let old = Array("the old bundle, which is none, the old bundle".utf8)
    static let new = Array("the new bundle, which is none, the new bundle!".utf8)
    static let packed = made { try GzipFile.compress($0.new, to: $0.result) }
    static let delta = made { try BundleDelta.make(from: $0.old, to: $0.new, at: $0.result) }

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

enum PublishedFolder {
    private static let scratch = ManifestFuzzer.scratch
    private static let id = "demo"

    static func check(_ manifest: [UInt8]) {
        scratch.clear("published")
        scratch.write("published/manifest.json", manifest)
        for name in ["demo-20260101-00000000.sqlite", "demo-20260102-00000000.sqlite", "note.txt"] {
            scratch.write("published/" + name, ForgedContent.old)
        }
        let folder = PublishFolder(existing: scratch.path + "/published", id: id)
        do {
            guard let read = try folder.manifest() else { fatalError("the manifest is there") }
            for file in read.versions.flatMap(\.files) {
                let path = URL(fileURLWithPath: folder.file(file.name))
                precondition(
                    path.deletingLastPathComponent().standardizedFileURL.path
                        == URL(fileURLWithPath: folder.path).standardizedFileURL.path,
                    "outside: \(file.name)")
            }
            _ = read.versions.map(folder.isComplete)
            _ = try PublicationCheck.problems(folder)
            try rollBack()
            guard try folder.manifest() != nil else { fatalError("the manifest is gone") }
        } catch let error as any DiagnosedError {
            precondition(!error.description.contains("\n"), "two lines: \(error.description)")
            precondition(error.exitCode != 70, "exit \(error.exitCode): \(error)")
        } catch {
            fatalError("undocumented: \(error)")
        }
        precondition(scratch.read("published/note.txt") == ForgedContent.old)
    }

    private static func rollBack() throws {
        let path = scratch.write(
            "demo.yaml", Array("source: https://example.org/\n".utf8))
        var options = UpdateOptions()
        options.publishFolder = scratch.path + "/published"
        options.temporaryDirectory = scratch.path
        try Rollback(FeedDefinition.load(path), options).run(to: nil)
    }
}
