import Foundation
import Logging
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitClient

@Suite("The folder of kept answers") struct AnswerFolderTests {
    private let folder: TestFolder
    private let clock = SteppedClock()
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        folder = try TestFolder()
    }

    private func answer(_ key: String, byteCount: Int) -> CachedAnswer {
        let reply = HTTPReply(
            status: 200, headers: ["etag": "\"1\""], body: Data(repeating: 10, count: byteCount),
            askedAt: ClientInstant(clock.clock))
        return CachedAnswer(key, reply: reply, meta: Meta(bundle: "v1"), settings: CacheSettings())
    }

    /// A cache that has nothing in memory, as after a start.
    private func cache(mostBytes: Int = 1 << 20) -> AnswerCache {
        var settings = CacheSettings()
        settings.mostBytesInMemory = 0
        settings.folder = URL(fileURLWithPath: folder.path + "/cache")
        settings.mostBytesOnDisk = mostBytes
        return AnswerCache(settings, log)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").sorted()
    }

    @Test("Memory has a bound; the least recently used answer goes")
    func memory() async throws {
        var settings = CacheSettings()
        settings.mostBytesInMemory = 4000
        let cache = AnswerCache(settings, log)
        for number in 0..<4 { await cache.keep(answer("\(number)", byteCount: 1000)) }
        #expect(await cache.answer("0") == nil)
        #expect(await cache.answer("1") != nil)
        await cache.keep(answer("4", byteCount: 1000))
        #expect(await cache.answer("1") != nil)
        #expect(await cache.answer("2") == nil)
        await cache.keep(answer("5", byteCount: 10_000))
        #expect(await cache.answer("5") == nil)
        #expect(await cache.answer("4") != nil)
    }

    @Test("Answers outlive the process, with their age")
    func restart() async throws {
        await cache().keep(answer("a", byteCount: 100))
        clock.advance(.seconds(60))
        let kept = try #require(await cache().answer("a"))
        #expect(kept.body == Data(repeating: 10, count: 100))
        #expect(kept.bundle == "v1" && kept.etag == "\"1\"")
        #expect(kept.age(clock.clock) == 60)
        #expect(await cache().answer("b") == nil)
        // A clock that was set back knows nothing of its age.
        clock.set(.seconds(-3600))
        #expect(kept.age(clock.clock) == nil)
        await cache().forget("a")
        #expect(await cache().answer("a") == nil)
        #expect(try files().isEmpty)
    }

    @Test("A file that is damaged, or of another key, is removed; foreign files stay")
    func damage() async throws {
        await cache().keep(answer("a", byteCount: 100))
        let name = try #require(try files().first)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/cache/" + name))
        var flipped = whole
        flipped[whole.count - 1] ^= 1
        let foreign = try answer("b", byteCount: 100).fileBytes()
        for bytes in [Data(), whole.dropLast(), flipped, whole + [0], Data("x".utf8), foreign] {
            try folder.write("cache/" + name, Array(bytes))
            #expect(await cache().answer("a") == nil)
            #expect(try files().isEmpty)
        }
        try folder.write("cache/photo.jpg", [1])
        try folder.write("cache/.new-\(name)", [1])
        try folder.write("cache/" + name, Array(whole))
        #expect(await cache().answer("a") != nil)
        #expect(try files() == [name, "photo.jpg"].sorted())
    }

    @Test("The folder has a bound")
    func bound() async throws {
        let cache = cache(mostBytes: 5000)
        for number in 0..<10 {
            await cache.keep(answer("\(number)", byteCount: 1000))
            _ = await cache.answer("0")
        }
        #expect(await cache.answer("0") != nil)
        #expect(await cache.answer("9") != nil)
        #expect(await cache.answer("1") == nil)
        await cache.keep(answer("big", byteCount: 6000))
        #expect(await cache.answer("big") == nil)
        let sizes = try files().map { name in
            try Data(contentsOf: URL(fileURLWithPath: folder.path + "/cache/" + name)).count
        }
        #expect(sizes.reduce(0, +) <= 5000 && sizes.count >= 3)
        // The next process takes over what there is.
        let next = self.cache(mostBytes: 5000)
        for number in 20..<30 { await next.keep(answer("\(number)", byteCount: 1000)) }
        #expect(try files().count <= 4)
    }

    @Test("A folder that cannot be written to does not matter")
    func unusable() async throws {
        try folder.write("file", [1])
        let transport = MockTransport()
        transport.reply(to: "/", AskedQuestions.title("a"))
        let asked = AskedQuestions(transport, clock: clock) {
            $0.cache.folder = URL(fileURLWithPath: folder.path + "/file/cache")
        }
        #expect(try await asked.title().data.message == "a")
        #expect(try await asked.title().origin != .live)
    }
}
