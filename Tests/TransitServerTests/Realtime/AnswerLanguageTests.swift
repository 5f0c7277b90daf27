import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@testable import TransitAnswers
@testable import TransitServer

@Suite("Languages of answers")
struct AnswerLanguageTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)
    private static let tags = ["en", "fr", "zh-CN", "zh-SG", "zh-Hans", "zh-TW"]
    private static let languages = [nil, "ar", "zh-MY"] + tags
    private static let addresses = [
        "/api/v1/alerts", "/api/v1/alerts/lift", "/api/v1/stops/QUAY", "/api/v1/routes",
        // The last is put together from hours.
        "/api/v1/stops/QUAY/departures?at=2026-11-20T07:40:00&n=3",
        "/api/v1/stops/QUAY/departures?at=2026-11-20T07:40:00&n=4",
        "/api/v1/stops/QUAY/departures?at=2026-11-20T07:40:00&n=5",
        "/explorer/stops/QUAY", "/explorer/map.json",
    ]

    private func served(_ languages: [String] = tags) async throws -> LiveServed {
        let served = try await LiveServed()
        let message = LiveMessage(at: Self.now - 20)
            .alert("lift", stop: "QUAY", languages: languages)
        try await served.receive(message.bytes)
        return served
    }

    private func ask(
        _ served: LiveServed, _ address: String, in language: String?
    ) async throws -> ResponderReply {
        var headers: HTTPFields = [:]
        headers[.acceptLanguage] = language
        return try await served.ask(address, headers)
    }

    private func replies(
        _ served: LiveServed, in language: String?
    ) async throws -> [ResponderReply] {
        var replies: [ResponderReply] = []
        for address in Self.addresses {
            replies.append(try await ask(served, address, in: language))
        }
        return replies
    }

    private func forget(_ served: LiveServed) {
        served.core.cache.keep([:])
        served.core.hours.keep([:])
    }

    @Test("An answer is that of a server that was never asked before, after any other questions")
    func orders() async throws {
        let served = try await served()
        var fresh: [[ResponderReply]] = []
        for language in Self.languages {
            forget(served)
            fresh.append(try await replies(served, in: language))
        }
        for first in Self.languages.indices {
            forget(served)
            for step in Self.languages.indices {
                let place = (first + step) % Self.languages.count
                let language = Self.languages[place]
                let found = try await replies(served, in: language)
                for (address, (reply, own)) in zip(Self.addresses, zip(found, fresh[place])) {
                    let words = "\(address) in \(language ?? "none")"
                    #expect(reply.status == .ok, "\(words)")
                    #expect(reply.body == own.body, "\(words)")
                    for name in [HTTPField.Name.eTag, .contentLanguage] {
                        #expect(reply.headers[name] == own.headers[name], "\(words)")
                    }
                }
            }
        }
    }

    @Test("Each language has its own words, with a tag of their own")
    func words() async throws {
        let served = try await served()
        var tags: Set<String?> = []
        for language in ["en", "fr", "zh-CN", "zh-SG", "zh-Hans"] {
            let reply = try await ask(served, "/api/v1/alerts", in: language)
            #expect(String(buffer: reply.body).contains("About lift in \(language)\""))
            #expect(tags.insert(reply.headers[.eTag]).inserted)
        }
    }

    @Test("Languages in which an answer is the same share it")
    func shared() async throws {
        let served = try await served()
        _ = try await ask(served, "/api/v1/alerts", in: "zh-SG")
        let count = served.core.cache.totals.count
        for language in ["zh-SG-x-one", "ZH-sg", "zh-Hans-SG;q=0.5, xx", "zh-SG"] {
            _ = try await ask(served, "/api/v1/alerts", in: language)
        }
        #expect(served.core.cache.totals.count == count)
    }

    @Test("Content-Language is left out where alerts may be in another language than names")
    func contentLanguage() async throws {
        let served = try await served()
        for address in ["/api/v1/alerts", "/api/v1/stops/QUAY"] {
            let chinese = try await ask(served, address, in: "zh-SG")
            #expect(chinese.headers[.contentLanguage] == "zh-Hans")
            #expect(try await ask(served, address, in: "ar").headers[.contentLanguage] == nil)
        }
        let names = try await ask(served, "/api/v1/routes", in: "ar")
        #expect(names.headers[.contentLanguage] == "ar")
    }

    @Test("Alerts are in their own languages, which names need not have, also on pages and in apps")
    func ownLanguages() async throws {
        let served = try await served(["fi", "de-AT"])
        for (header, tag) in [
            ("de", "de-AT"), ("de-DE,de;q=0.9,en;q=0.8", "de-AT"), ("sv, fi;q=0.1", "fi"),
            ("sv", "fi"),
        ] {
            for address in ["/api/v1/alerts", "/explorer/stops/QUAY"] {
                let reply = try await ask(served, address, in: header)
                let text = String(buffer: reply.body)
                #expect(text.contains("About lift in \(tag)"), "\(address) in \(header)")
            }
        }
        let board = "/api/v1/stops/QUAY/departures?at=2026-11-20T07:40:00&n=3"
        let german = try await ask(served, board, in: "de")
        #expect(String(buffer: german.body).contains("About lift in de-AT"))
        #expect(german.headers[.contentLanguage] == nil)
        let app = try await served.app.speaking("de")
        #expect(
            try await app.alerts(about: .everything, at: nil).first?.headerText
                == "About lift in de-AT")
    }

    @Test("Of a message in too many languages some are told apart")
    func manyLanguages() async throws {
        let tags = (0..<400).map { "zh-x-\($0)" } + ["zh-" + String(repeating: "x", count: 1000)]
        let served = try await served(tags)
        let reply = try await ask(served, "/api/v1/alerts", in: "zh-x-399")
        #expect(String(buffer: reply.body).contains("About lift in zh-x-0"))
        let view = try #require(try served.live.view(of: served.feed.offered().current))
        // Beside them are texts without a tag.
        #expect(view.generation.alertRanks(of: ["zh"]).levels.joined().count == 201)
    }
}
