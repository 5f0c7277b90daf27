import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitClient

@Suite("A server gives the answers of a bundle")
struct ServerSourceTests {
    /// Asks everything, and expects no difference.
    private func expectSameAnswers(
        _ bundle: TransitBundle, size: Int, language: String? = nil, atLeast filled: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var client: any TransitSource = AnswererAsker(bundle).source
        if let language { client = try await client.speaking(language) }
        var questions = EveryQuestion(bundle, client, size: size)
        if let language {
            questions = EveryQuestion(
                bundle, client, size: size, speaking: try await bundle.speaking(language))
        }
        try await questions.askAll()
        let differences = questions.same.differences
        #expect(differences.isEmpty, sourceLocation: sourceLocation)
        for difference in differences.prefix(12) { print(difference) }
        #expect(questions.same.filled > filled, sourceLocation: sourceLocation)
    }

    @Test("every question about the sample") func sample() async throws {
        let bundle = try await BuiltBundle.sample.value.bundle
        try await expectSameAnswers(bundle, size: 5, atLeast: 150)
    }

    @Test(
        "every question in another language", arguments: ["ar", "zh-Hans", "zh_Hant_TW", "en-US"])
    func languages(language: String) async throws {
        let bundle = try await BuiltBundle.sample.value.bundle
        try await expectSameAnswers(bundle, size: 2, language: language, atLeast: 30)
    }

    @Test("ids of all characters, and dangling ids") func awkwardIDs() async throws {
        let built = try BuiltBundle(AwkwardFeeds.ids)
        try await expectSameAnswers(built.bundle, size: 8, atLeast: 80)
    }

    @Test("files and columns that the reference does not know") func extended() async throws {
        let folder = try TestFolder()
        let built = try withExtendedLifetime(folder) {
            try BuiltBundle(feed: ExtendedFeed.write(to: folder))
        }
        #expect(try await built.bundle.extensionTables().count == 7)
        try await expectSameAnswers(built.bundle, size: 3, atLeast: 100)
    }

    @Test("a feed that says hardly anything") func bare() async throws {
        let built = try BuiltBundle(AwkwardFeeds.bare)
        try await expectSameAnswers(built.bundle, size: 8, atLeast: 20)
    }

    @Test("more than a page of departures, and ties") func busy() async throws {
        let built = try BuiltBundle(AwkwardFeeds.busy)
        try await expectSameAnswers(built.bundle, size: 2, atLeast: 15)
    }

    @Test("more than a page of routes and fares") func wide() async throws {
        let built = try BuiltBundle(AwkwardFeeds.wide)
        try await expectSameAnswers(built.bundle, size: 2, atLeast: 15)
    }

    @Test("clocks that change, and zones of their own")
    func clocks() async throws {
        let files = [
            ConstructedFeed.zones,
            ConstructedFeed.clock(
                zone: "Australia/Lord_Howe", from: "20261001", to: "20261006"),
            ConstructedFeed.clock(zone: "America/New_York", from: "20261030", to: "20261103"),
        ]
        for files in files {
            let text = files.map { "# \($0.key)\n\($0.value)" }.joined(separator: "\n")
            let built = try BuiltBundle(TestFeed(text))
            try await expectSameAnswers(built.bundle, size: 2, atLeast: 15)
        }
    }

    @Test("no question of the protocol is forgotten") func complete() async throws {
        let bundle = try await BuiltBundle.sample.value.bundle
        let names = Locked<Set<String>>([])
        let client = RecordingSource(source: AnswererAsker(bundle).source, names: names)
        var questions = EveryQuestion(bundle, client, size: 3)
        try await questions.askAll()
        let requirements = try RecordingSource.requirements()
        #expect(requirements.count > 40)
        #expect(requirements.subtracting(names.withLock { $0 }) == [])
    }
}
