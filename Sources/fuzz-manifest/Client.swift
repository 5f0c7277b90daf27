import BundleUpdating
import FuzzSupport

/// A client that follows a manifest.
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
        settings.retry.pause = { _ in }
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
            _ request: BundleRequest, head: (BundleReply) throws -> Void,
            part: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            let name = String(request.url.dropFirst(folder.count))
            precondition(
                request.url.hasPrefix(folder) && !name.isEmpty && !name.contains("/")
                    && !name.hasPrefix("."), "asks for \(request.url)")
            let content = name == "manifest.json" ? manifest : ForgedContent.content(name)
            let isPart = request.offset > 0 && request.offset < content.count
            try head(
                BundleReply(
                    status: isPart ? 206 : 200,
                    headers: isPart
                        ? ["content-range": "bytes \(request.offset)-/\(content.count)"] : [:]))
            try content[(isPart ? request.offset : 0)...].withUnsafeBytes(part)
        }
    }
}
