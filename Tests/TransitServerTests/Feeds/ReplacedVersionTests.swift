import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

@Suite("Versions that are replaced while they are asked")
struct ReplacedVersionTests {
    private let place: ServedPlace
    private var published: String { place.folder.path + "/published" }

    init() throws {
        place = try ServedPlace()
    }

    @Test("A request that began on a replaced bundle is answered from it")
    func replacedBundle() async throws {
        let path = place.folder.path + "/sydney.sqlite"
        try place.place("Old", at: path)
        let catalog = try await FeedCatalog(path: path)
        let old = try catalog.feed(nil).offered().current
        try place.place("New", at: path)
        await catalog.refresh()
        func stop(_ version: ServedVersion) async throws -> String? {
            try await catalog.bundles.bundle(version).bundle.stop(id: "A").stopName
        }
        #expect(try await stop(old) == "Old")
        #expect(try await stop(catalog.feed(nil).offered().current) == "New")
    }

    @Test("Files opened for a withdrawn version are closed again")
    func replacedVersion() async throws {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let catalog = try await FeedCatalog(path: published)
        let old = try catalog.feed(nil).offered().current
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        await catalog.refresh()
        #expect(catalog.bundles.opened(old) == nil)
        let opened = try await catalog.bundles.bundle(old)
        #expect(try await opened.bundle.stop(id: "A").stopName == "Old")
        await catalog.refresh()
        #expect(catalog.bundles.opened(old) == nil)
        #expect(catalog.bundles.totals.open == 1)
    }

    @Test("With a version that is replaced go its answers")
    func replacedAnswers() async throws {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let core = ServerCore(try await FeedCatalog(path: published), ServerSettings())
        for version in ["20261120-aaaaaaaa", "20261121-bbbbbbbb"] {
            core.cache.insert(
                FinishedBody(AnswerBody(bytes: [1, 2, 3])), weight: 3,
                for: BodyKey(
                    feed: "town", version: version, question: "q", language: .asPublished,
                    minute: nil))
            core.hours.mark(
                1,
                of: .init(
                    feed: "town", version: version, language: .none, live: nil,
                    question: "departures A "))
        }
        await core.refresh()
        #expect(core.cache.totals.count == 2)
        let bytes = core.hours.bytes
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        await core.refresh()
        #expect(core.cache.totals.count == 1)
        #expect(core.hours.bytes == bytes / 2)
    }
}
