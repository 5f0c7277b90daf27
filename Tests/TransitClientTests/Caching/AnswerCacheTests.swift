import Foundation
import Testing
import TransitAPI
import TransitModel

@testable import TransitClient

@Suite("Answers that are kept") struct AnswerCacheTests {
    private let transport = MockTransport()
    private let clock = SteppedClock()

    private func asked(_ change: (inout CacheSettings) -> Void = { _ in }) -> AskedQuestions {
        AskedQuestions(transport, clock: clock) { settings in
            settings.attempts = 1
            change(&settings.cache)
        }
    }

    @Test("An answer that does not say holds for 300 seconds, and says its age")
    func expiry() async throws {
        transport.reply(to: "/", AskedQuestions.title("a"), AskedQuestions.title("b"))
        let asked = asked()
        #expect(try await asked.title().origin == .live)
        clock.advance(.seconds(299))
        #expect(try await asked.title().origin == .cached(ageSeconds: 299))
        clock.advance(.seconds(1))
        let next = try await asked.title()
        #expect(next.data.message == "b" && next.origin == .live)
        #expect(transport.requests.count == 2)
    }

    @Test(
        "Cache-Control says how long",
        arguments: [
            ("max-age=10", 9, 10), ("public, max-age=\"10\"", 9, 10), ("MAX-AGE=10", 9, 10),
            ("max-age=31536000, immutable", 10_000_000, 40_000_000),
            ("immutable", 10_000_000, 40_000_000), ("stale-if-error=9", 299, 300),
            ("max-age=99999999999999999999999", 30_000_000, 40_000_000),
            ("max-age=0", nil, 0), ("no-cache", nil, 0), ("no-cache, max-age=10", nil, 0),
            ("max-age=10, no-cache", nil, 0), ("max-age=soon", nil, 0), ("max-age=-1", nil, 0),
            ("no-store", nil, 0),
        ] as [(String, Int?, Int)])
    func lifetime(header: String, holds: Int?, ends: Int) async throws {
        transport.reply(to: "/", AskedQuestions.title("a", ["cache-control": header]))
        let asked = asked()
        _ = try await asked.title()
        if let holds {
            clock.advance(.seconds(holds))
            #expect(try await asked.title().origin == .cached(ageSeconds: Double(holds)))
        }
        clock.advance(.seconds(ends - (holds ?? 0)))
        #expect(try await asked.title().origin == .live)
        #expect(transport.requests.count == 2)
    }

    @Test("An age that another cache adds counts")
    func age() async throws {
        transport.reply(
            to: "/", AskedQuestions.title("a", ["cache-control": "max-age=60", "age": "50"]))
        let asked = asked()
        #expect(try await asked.title().origin == .cached(ageSeconds: 50))
        clock.advance(.seconds(9))
        #expect(try await asked.title().origin == .cached(ageSeconds: 59))
        clock.advance(.seconds(1))
        _ = try await asked.title()
        #expect(transport.requests.count == 2)
    }

    @Test("A stale answer is revalidated with its tag; 304 makes it fresh")
    func revalidation() async throws {
        let tag = ["etag": "\"1\"", "cache-control": "max-age=10"]
        transport.reply(
            to: "/", AskedQuestions.title("a", tag),
            .status(304, headers: ["cache-control": "max-age=20"]),
            AskedQuestions.title("b", ["etag": "\"2\""]))
        let asked = asked()
        _ = try await asked.title()
        clock.advance(.seconds(10))
        let same = try await asked.title()
        #expect(same.data.message == "a" && same.origin == .live)
        clock.advance(.seconds(19))
        #expect(try await asked.title().origin == .cached(ageSeconds: 19))
        clock.advance(.seconds(1))
        #expect(try await asked.title().data.message == "b")
        let tags = transport.requests.map { $0.headers["if-none-match"] }
        #expect(tags == [nil, "\"1\"", "\"1\""])
    }

    @Test("Each language has its own answer")
    func languages() async throws {
        let transport = MockTransport { request in
            AskedQuestions.title(request.headers["accept-language"] ?? "none")
        }
        let asked = AskedQuestions(transport, clock: clock)
        for language in [nil, "de", "de-CH", nil, "de"] {
            let answer = try await asked.title(AskingManner(language: language))
            #expect(answer.data.message == language ?? "none")
        }
        #expect(transport.requests.count == 3)
        // A value that is not a tag must not become a header.
        for odd in ["", "de\r\nx: y", "ü", "de,fr"] {
            #expect(try await asked.title(AskingManner(language: odd)).data.message == "none")
        }
        #expect(transport.requests.count == 3)
    }

    @Test("An answer that must be fresh, or of another version, is requested")
    func manners() async throws {
        transport.reply(to: "/", .json(#"{"data":{"message":"a"},"meta":{"bundle":"v1"}}"#))
        let asked = asked()
        #expect(try await asked.title().meta.bundle == "v1")
        #expect(try await asked.title(AskingManner(version: "v1")).origin != .live)
        #expect(try await asked.title(AskingManner(version: "v2")).origin == .live)
        #expect(try await asked.title(AskingManner(isFresh: true)).origin == .live)
        #expect(transport.requests.count == 3)
        #expect(transport.requests.last?.headers["cache-control"] == "no-cache")
        transport.reply(to: "/", .failure(.unreachable))
        #expect(try await asked.error(AskingManner(isFresh: true)) != nil)
        #expect(try await asked.error(AskingManner(version: "v2")) != nil)
    }

    @Test("Without a server an old answer is given, with its true age")
    func stale() async throws {
        transport.reply(to: "/", AskedQuestions.title("a"), .failure(.unreachable))
        let asked = asked()
        _ = try await asked.title()
        clock.advance(.seconds(5000))
        #expect(try await asked.title().origin == .cached(ageSeconds: 5000))
        for status in [404, 500] {
            transport.reply(to: "/", .status(status))
            #expect(try await asked.error() != nil)
        }
    }

    @Test(
        "The use of old answers is a setting",
        arguments: [
            (CacheSettings.StaleAnswers.never, 0), (.whenUnreachable, 1), (.whenFailing, 3),
        ])
    func staleSettings(setting: CacheSettings.StaleAnswers, allowed: Int) async throws {
        transport.reply(to: "/", AskedQuestions.title("a"))
        let asked = asked { $0.staleAnswers = setting }
        _ = try await asked.title()
        clock.advance(.seconds(301))
        var given = 0
        for reply in [MockTransport.Reply.failure(.cut), .status(503), .status(429)] {
            transport.reply(to: "/", reply)
            given += try await asked.error() == nil ? 1 : 0
        }
        #expect(given == allowed)
    }

    @Test("A server may forbid that an old answer does")
    func neverStale() async throws {
        transport.reply(
            to: "/", AskedQuestions.title("a", ["cache-control": "max-age=1, must-revalidate"]),
            .failure(.cut))
        let asked = asked()
        _ = try await asked.title()
        clock.advance(.seconds(2))
        #expect(try await asked.error() != nil)
    }

    @Test("An age does not depend on the clock's time")
    func clockSet() async throws {
        transport.reply(to: "/", AskedQuestions.title("a"), .failure(.cut))
        let asked = asked()
        _ = try await asked.title()
        clock.set(.seconds(-3600))
        clock.advance(.seconds(10))
        #expect(try await asked.title().origin == .cached(ageSeconds: 10))
        clock.set(.seconds(7200))
        #expect(try await asked.title().origin == .cached(ageSeconds: 10))
    }
}
