import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitModel

@testable import TransitClient

@Suite("A server gives the answers of a bundle, for shared feeds", .sharedFiles)
struct SharedFeedTests {
    /// Every fourth of them, which takes long enough; all with `ALL_SHARED_FEEDS=1`.
    static let names: [String] = {
        let all = PackageRoot.sharedFiles(in: "feeds", suffix: ".zip")
        if ProcessInfo.processInfo.environment["ALL_SHARED_FEEDS"] == "1" { return all }
        return all.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
    }()

    @Test("a few questions of each kind", arguments: names)
    func questions(name: String) async throws {
        let feed = try #require(PackageRoot.shared("feeds/" + name))
        // Archives within archives are another test's.
        guard let built = try? BuiltBundle(feed: feed) else { return }
        let seed = name.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        var questions = EveryQuestion(
            built.bundle, AnswererAsker(built.bundle).source, size: 1, seed: seed)
        try await questions.askAll()
        let differences = questions.same.differences
        #expect(differences.isEmpty, "\(name)")
        for difference in differences.prefix(6) { print(name, difference) }
        #expect(questions.same.filled > 5, "\(name)")
        for language in try await built.bundle.languages().prefix(1) {
            let client = try await AnswererAsker(built.bundle).source.speaking(language)
            var spoken = EveryQuestion(
                built.bundle, client, size: 1, seed: seed,
                speaking: try await built.bundle.speaking(language))
            try await spoken.askAll()
            #expect(spoken.same.differences.isEmpty, "\(name) \(language)")
            for difference in spoken.same.differences.prefix(6) { print(name, difference) }
        }
    }
}
