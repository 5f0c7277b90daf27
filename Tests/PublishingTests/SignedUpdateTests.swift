import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Signatures of updates")
struct SignedUpdateTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("A manifest that another program changed is not signed")
    func foreignManifest() throws {
        let key = SigningKey().files.secret.trimmingCharacters(in: .whitespacesAndNewlines)
        place.settings = ["signing_key: ${KEY}"]
        func update() throws { try place.update { $0.environment = ["KEY": key] } }
        try place.serve(NightlyFeed())
        try update()
        var manifest = try #require(try place.manifest())
        manifest.homepage = "https://evil.example"
        try WholeFile.write(
            manifest.json, to: place.publishFolder.manifestPath, replacing: .anything)
        do {
            try update()
            Issue.record("a manifest of somebody else's was signed")
        } catch {
            #expect("\(error)".contains("is not the one that was signed"))
            #expect("\(error)".contains("remove the files manifest-*.sig"))
        }
        for name in try place.published() where name.hasSuffix(".sig") {
            Files.remove(place.publishFolder.file(name))
        }
        try update()
        #expect(try place.published().contains { $0.hasSuffix(".sig") })
    }

    @Test("The signatures of the manifest and of the one before stay, however young others are")
    func clockSetBack() throws {
        let key = try place.sign()
        for number in 1...4 {
            place.now = number < 4 ? "2107-06-0\(number)T03:00:00Z" : "2026-06-01T03:00:00Z"
            try place.serve(NightlyFeed(marketName: "Name \(number)"))
            let before = try WholeFile.read(
                place.publishFolder.manifestPath, atMost: .max)
            try place.update { $0.overridden = Set(GuardName.allCases) }
            let bytes = try #require(
                try WholeFile.read(
                    place.publishFolder.manifestPath, atMost: .max))
            let names = [before, bytes].compactMap { $0 }.map(ManifestSignature.name(of:))
            #expect(try place.published().filter(ManifestSignature.isName) == names.sorted())
            #expect(try PublicationCheck.problems(place.publishFolder, keys: [key]) == [])
            try place.setTimes()
        }
    }

    @Test("After a change of keys, a manifest of the old key is accepted once it is named")
    func newKey() throws {
        let keys = [SigningKey(), SigningKey(), SigningKey()].map(\.files)
        let open = try keys.map {
            try VerifyingKey(path: place.folder.write("key.pub", Array($0.open.utf8)))
        }
        place.settings = ["signing_key: ${KEY}"]
        func update(_ key: Int, accepting accepted: [Int] = []) throws -> UpdateResult {
            try place.update {
                $0.environment = [
                    "KEY": keys[key].secret.trimmingCharacters(in: .whitespacesAndNewlines)
                ]
                $0.acceptedKeys = accepted.map { open[$0] }
            }
        }
        func signer() throws -> Int? {
            try open.indices.first {
                try PublicationCheck.problems(place.publishFolder, keys: [open[$0]]) == []
            }
        }
        try place.serve(NightlyFeed())
        _ = try update(0)
        for accepted in [[], [2]] {
            let error = #expect(throws: PublishingError.self) {
                try update(1, accepting: accepted)
            }
            #expect(error?.exitCode == 65)
            #expect("\(error as Any)".contains("was signed with a different key"))
            #expect("\(error as Any)".contains("--public-key"))
        }
        #expect(try signer() == 0)
        // At once, although the manifest is young and nothing has changed.
        #expect(try update(1, accepting: [0]).outcome == .unchanged)
        #expect(try signer() == 1)
        #expect(try update(1).outcome == .unchanged)
        #expect(
            try PublicationCheck.problems(place.publishFolder, keys: [open[0]])
                == ["the manifest was signed with a different key"])
        #expect(try PublicationCheck.problems(place.publishFolder, keys: [open[0], open[1]]) == [])

        // So does a run whose feed cannot be read.
        try place.folder.write("feed.zip", Array("<html>".utf8))
        #expect(throws: (any Error).self) { try update(2, accepting: [1]) }
        #expect(try signer() == 2)

        // A manifest that was changed fits no key, whichever are accepted.
        var manifest = try #require(try place.manifest())
        manifest.homepage = "https://evil.example"
        try WholeFile.write(
            manifest.json, to: place.publishFolder.manifestPath, replacing: .anything)
        let error = #expect(throws: PublishingError.self) {
            try update(2, accepting: [0, 1])
        }
        #expect("\(error as Any)".contains("is not the one that was signed"))
    }

    @Test("A key in a variable signs, whatever it begins with, and is in no message")
    func keyInVariable() throws {
        try place.serve(NightlyFeed())
        var secret = SigningKey().files.secret
        while !secret.hasPrefix("/") { secret = SigningKey().files.secret }
        place.settings = ["signing_key: ${KEY}"]
        let environment = ["KEY": secret.trimmingCharacters(in: .whitespacesAndNewlines)]
        try place.update { $0.environment = environment }
        #expect(try place.published().contains { $0.hasSuffix(".sig") })
        do {
            try place.update { $0.environment = ["KEY": "/no/such/secret-file"] }
            Issue.record("a key that is not there")
        } catch {
            #expect(!"\(error)".contains("secret-file"))
        }
    }
}
