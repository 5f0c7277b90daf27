import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitServer
import TransitViewModels

@testable import TransitClient

/// A client that asks a server of this process, headers and bodies included.
@Suite("TransitClient and a server")
struct TransitClientSourceTests {
    /// Friday 20 November 2026, half past seven in the morning in Sydney.
    private static let morning = Date(timeIntervalSince1970: 1_795_120_200)

    @Test("every question about the sample, in two languages")
    func sample() async throws {
        let built = try await BuiltBundle.sample.value
        for language in [nil, "ar"] {
            let differences = try await RouterTransport.serving(built.path) { client, _ in
                var source: any TransitSource = client
                var bundle: any TransitSource = built.bundle
                if let language {
                    source = try await client.speaking(language)
                    bundle = try await built.bundle.speaking(language)
                }
                var questions = EveryQuestion(
                    built.bundle, source, size: 2, seed: 7, speaking: bundle)
                try await questions.askAll()
                #expect(questions.same.filled > 30)
                return questions.same.differences
            }
            #expect(differences.isEmpty)
            for difference in differences.prefix(12) { print(difference) }
        }
    }

    @Test("ids of all characters go through addresses")
    func awkwardIDs() async throws {
        let built = try BuiltBundle(AwkwardFeeds.ids)
        let differences = try await RouterTransport.serving(built.path) { client, _ in
            var questions = EveryQuestion(built.bundle, client, size: 8)
            try await questions.askAll()
            return questions.same.differences
        }
        #expect(differences.isEmpty)
        for difference in differences.prefix(12) { print(difference) }
    }

    @Test("screens on a client show the same as on a bundle, and its origin")
    @available(iOS 17, macOS 14, *)
    func screens() async throws {
        let built = try await BuiltBundle.sample.value
        try await RouterTransport.serving(built.path) { client, _ in
            try await Self.compareScreens(built.bundle, client)
        }
    }

    @available(iOS 17, macOS 14, *)
    @MainActor private static func compareScreens(
        _ bundle: TransitBundle, _ client: TransitClient
    ) async throws {
        let stop = try await bundle.stop(id: "QUAY")
        for language in [nil, "zh-Hans"] {
            let expected = StopDetailsModel(stop: stop, source: bundle, language: language)
            let model = StopDetailsModel(stop: stop, source: client, language: language)
            await expected.load(at: morning)
            await model.load(at: morning)
            #expect(model.title == expected.title)
            #expect(model.details.value == expected.details.value)
            #expect(model.departures.value == expected.departures.value)
            #expect(model.departures.value?.isEmpty == false)
            #expect(model.routeGroups.map(\.title) == expected.routeGroups.map(\.title))
            #expect(isServer(model.origin))
            let routes = RouteListModel(source: client, language: language)
            let expectedRoutes = RouteListModel(source: bundle, language: language)
            await routes.load()
            await expectedRoutes.load()
            #expect(
                routes.groups.value?.flatMap(\.routes)
                    == expectedRoutes.groups.value?.flatMap(\.routes))
            #expect(routes.routeCount > 5)
            #expect(isServer(routes.origin))
            // A second look comes out of the cache, and says so.
            await routes.load()
            guard case .cached? = routes.origin else {
                Issue.record("from \(String(describing: routes.origin))")
                return
            }
        }
    }

    private static func isServer(_ origin: AnswerOrigin?) -> Bool {
        switch origin {
        case .live, .cached: true
        default: false
        }
    }

    private func published(_ name: String) throws -> TestFeed {
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?.replacingOccurrences(of: "Harbour", with: name)
        return feed
    }

    @Test("a swap of the served bundle is a change, and kept answers are requested again")
    func swap() async throws {
        let folder = try TestFolder()
        let old = try BuiltBundle(published("Old"))
        let new = try BuiltBundle(published("New"))
        let path = folder.path + "/served.sqlite"
        try FileManager.default.copyItem(atPath: old.path, toPath: path)
        try await RouterTransport.serving(path) { client, core in
            let changes = client.changes()
            #expect(try await client.stop(id: "A").stopName == "Old")
            try FileManager.default.copyItem(atPath: new.path, toPath: path + ".new")
            try Files.rename(path + ".new", to: path)
            await core.catalog.refresh()
            // Kept: nothing said that there is another version.
            #expect(try await client.stop(id: "A").stopName == "Old")
            #expect(try await client.stop(id: "B").stopName == "Market")
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            #expect(try await client.stop(id: "A").stopName == "New")
        }
    }
}
