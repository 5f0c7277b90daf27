import BundleManifest
import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing
import TransitBundle
import TransitClient

@Suite("BundleUpdater") struct BundleUpdaterTests {
    private let folder: TestFolder
    private let server = URL(string: "https://feeds.example.org/town/manifest.json")

    init() throws {
        folder = try TestFolder()
    }

    private var published: String { folder.path + "/published" }
    private var bundle: String { folder.path + "/town.sqlite" }

    private func publish(_ name: String, _ now: String) throws -> Manifest {
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?.replacing("Harbour", with: name)
        _ = try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        let definition = try FeedDefinition.load(
            folder.write(
                "town.yaml", Array("id: town\nsource: feed.zip\npublish: published\n".utf8)))
        var options = UpdateOptions()
        let instant = try #require(Timestamp.date(now))
        options.now = { instant }
        options.temporaryDirectory = folder.temporaryDirectory
        _ = try FeedUpdate(definition, options) { _ in }.run()
        return try Manifest(json: WholeFile.read(published + "/manifest.json", atMost: .max) ?? [])
    }

    private func transport(
        _ change:
            @escaping @Sendable (
                TransportRequest, inout MockTransport.Reply
            ) async throws
            -> Void = { _, _ in }
    ) -> MockTransport {
        let published = published
        return MockTransport { request in
            let name = request.url.lastPathComponent
            var reply = MockTransport.Reply(status: 404)
            if let bytes = try WholeFile.read(published + "/" + name, atMost: .max) {
                let file = ServedFile(bytes, etag: "\"\(ByteDigest.sha256(bytes).prefix(9))\"")
                let first = request.headers["range"].flatMap {
                    Int($0.dropFirst("bytes=".count).dropLast())
                }
                reply = MockTransport.Reply(body: Data(bytes))
                reply.headers["etag"] = file.etag
                if request.headers["if-none-match"] == file.etag {
                    reply = .status(304)
                } else if let first, request.headers["if-range"] == file.etag {
                    reply.status = 206
                    reply.headers["content-range"] =
                        "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
                    reply.body = Data(bytes[first...])
                }
            }
            try await change(request, &reply)
            return reply
        }
    }

    private var settings: BundleUpdater.Settings {
        var settings = BundleUpdater.Settings()
        settings.now = { Timestamp.date("2026-06-02T05:00:00Z") ?? Date() }
        settings.pause = { _ in }
        settings.timeout = .seconds(86_400)
        return settings
    }

    @Test("A store answers with the new bundle, and with the old one after a rollback")
    func store() async throws {
        _ = try publish("Harbour", "2026-06-01T03:00:00Z")
        let server = try #require(server)
        let transport = transport()
        let first = try BundleUpdater(
            server, path: bundle, transport: transport, settings: settings)
        #expect(try await first.update().outcome == .installed)

        let store = try TransitBundleStore(path: bundle)
        let updater = try BundleUpdater(
            server, store: store, transport: transport, settings: settings)
        #expect(try await updater.update().outcome == .unchanged)
        let old = store.current
        let manifest = try publish("Port", "2026-06-02T03:00:00Z")
        var steps = updater.progress().makeAsyncIterator()
        let report = try await updater.update()
        #expect(report.outcome == .updated)
        #expect(report.version == manifest.current.version)
        #expect(await steps.next() == .installed)
        #expect(try await store.current.stop(id: "A").stopName == "Port")
        // A reader goes on with the old one.
        #expect(try await old.stop(id: "A").stopName == "Harbour")

        try await updater.rollback()
        #expect(try await store.current.stop(id: "A").stopName == "Harbour")
        #expect(try await updater.update().outcome == .heldBack)
    }

    @Test("A cancelled update ends soon, and the next continues it")
    func cancelled() async throws {
        _ = try publish("Harbour", "2026-06-01T03:00:00Z")
        let server = try #require(server)
        let asked = AsyncStream<Void>.makeStream()
        let isFirst = Locked(true)
        let transport = transport { request, _ in
            guard request.url.pathExtension == "gz",
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            asked.continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let updater = try BundleUpdater(
            server, path: bundle, transport: transport, settings: settings)
        let update = Task { try await updater.update() }
        for await _ in asked.stream { break }
        update.cancel()
        await #expect(throws: CancellationError.self) { try await update.value }
        #expect(try await updater.update().outcome == .installed)
    }

    @Test("A cut download is continued; a failure has a kind and words")
    func failures() async throws {
        let manifest = try publish("Harbour", "2026-06-01T03:00:00Z")
        let server = try #require(server)
        let size = manifest.current.gzip.bytes
        let cuts = Locked(0)
        let transport = transport { request, reply in
            guard request.url.pathExtension == "gz", cuts.withLock({ $0 }) == 0 else { return }
            cuts.withLock { $0 += 1 }
            reply.cutAfter = size / 2
        }
        var settings = settings
        settings.allowsExpensiveNetwork = false
        settings.headers = ["authorization": "Bearer x"]
        let report = try await BundleUpdater(
            server, path: bundle, transport: transport, settings: settings
        ).update()
        #expect(report.outcome == .installed)
        let ranges = transport.requests.compactMap { $0.headers["range"] }
        #expect(ranges == ["bytes=\(size / 2)-"])
        #expect(
            transport.requests.allSatisfy {
                !$0.allowsExpensiveNetwork && $0.headers["authorization"] == "Bearer x"
            })

        func failure(_ updater: BundleUpdater) async throws -> BundleUpdateFailure.Kind? {
            do {
                try await updater.update()
                return nil
            } catch let failure as BundleUpdateFailure {
                #expect(!failure.reason.isEmpty)
                return failure.kind
            }
        }
        settings.keys = [try ManifestKey(SigningKey().files.open)]
        let unsigned = try BundleUpdater(
            server, path: bundle, transport: transport, settings: settings)
        #expect(try await failure(unsigned) == .unsigned)
        let gone = MockTransport()
        gone.reply(to: "/town/manifest.json", .failure(.unreachable))
        let offline = try BundleUpdater(
            server, path: bundle, transport: gone, settings: settings)
        #expect(try await failure(offline) == .network)
        #expect(gone.requests.count == 3)
        #expect(throws: BundleUpdateFailure.self) { try ManifestKey("no key") }
        #expect(throws: BundleUpdateFailure.self) {
            try BundleUpdater(
                try #require(URL(string: "ftp://h/x")), path: bundle, transport: gone)
        }
    }

    @Test("An update above the byte limit waits")
    func lowData() async throws {
        let manifest = try publish("Harbour", "2026-06-01T03:00:00Z")
        var settings = settings
        settings.byteLimit = 100
        let report = try await BundleUpdater(
            try #require(server), path: bundle, transport: transport(), settings: settings
        ).update()
        #expect(report.outcome == .waiting)
        #expect(report.missingBytes == manifest.current.gzip.bytes)
    }
}
