import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitClient

@Suite("Bearer tokens") struct TokenProviderTests {
    /// Gives `old` until another is wanted.
    private final class Tokens: TokenProvider {
        let refreshes = Locked(0)
        private let new: String?
        /// Whether it goes on giving the one that was refused.
        private let forgets: Bool
        private let current = Locked<String?>("old")

        init(new: String? = "new", forgets: Bool = false) {
            self.new = new
            self.forgets = forgets
        }

        func token(refreshing: Bool) async throws -> String? {
            guard refreshing else { return current.value }
            refreshes.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(20))
            if !forgets { current.withLock { $0 = new } }
            return new
        }
    }

    /// A server that takes one token only.
    private let transport = MockTransport { request in
        request.headers["authorization"] == "Bearer new"
            ? AskedQuestions.title("welcome") : .status(401)
    }

    private func asked(_ tokens: some TokenProvider) -> AskedQuestions {
        AskedQuestions(transport, clock: SteppedClock()) { $0.tokens = tokens }
    }

    @Test("A token that is refused is replaced once, and the question asked again")
    func refreshed() async throws {
        let tokens = Tokens()
        let asked = asked(tokens)
        #expect(try await asked.title().data.message == "welcome")
        #expect(tokens.refreshes.value == 1)
        #expect(
            transport.requests.map { $0.headers["authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test("Then it is unauthorized", arguments: ["other", nil])
    func refused(new: String?) async throws {
        let tokens = Tokens(new: new)
        let error = try await asked(tokens).error()
        #expect(error?.userMessage == "Please log in again to continue")
        #expect(tokens.refreshes.value == 1)
        #expect(transport.requests.count == (new == nil ? 1 : 2))
    }

    @Test("Many that are refused at once ask for one", arguments: [false, true])
    func concurrent(forgets: Bool) async throws {
        let tokens = Tokens(forgets: forgets)
        let asked = asked(tokens)
        // Each with a language of its own, so that they are not one request.
        let languages = (0..<20).map { "x\($0)" }
        try await withThrowingTaskGroup(of: String.self) { group in
            for language in languages {
                group.addTask {
                    try await asked.title(AskingManner(language: language)).data.message
                }
            }
            for try await message in group { #expect(message == "welcome") }
        }
        #expect(tokens.refreshes.value == 1)
        // The new token stays.
        _ = try await asked.title(AskingManner(language: "late"))
        #expect(tokens.refreshes.value == 1)
    }

    @Test("A provider that fails is an error that says so")
    func failure() async throws {
        struct Broken: TokenProvider, Error {
            func token(refreshing: Bool) async throws -> String? { throw self }
        }
        let error = try #require(try await asked(Broken()).error())
        #expect(error.description.contains("Broken"))
        struct Offline: TokenProvider {
            func token(refreshing: Bool) async throws -> String? {
                throw TransportError(.unreachable, "offline")
            }
        }
        #expect(
            try await asked(Offline()).error()?.userMessage == "Check your internet connection")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "Tokens go over https, or to this machine",
        arguments: [
            ("https://transit.example", true), ("http://localhost:1", true),
            ("http://127.0.0.1", true), ("http://[::1]:80", true), ("http://127.1.2.3", true),
            ("http://transit.example", false), ("http://127.0.0.1.example", false),
            ("http://localhost.example", false), ("http://10.0.0.1", false),
        ])
    func safety(server: String, isSafe: Bool) async throws {
        let url = try #require(URL(string: server))
        let asked = AskedQuestions(transport, server: url) { $0.tokens = Tokens() }
        if isSafe {
            #expect(try await asked.title().data.message == "welcome")
        } else {
            #expect(try await asked.error()?.description.contains("https") == true)
            #expect(transport.requests.isEmpty)
            let bold = AskedQuestions(transport, server: url) {
                $0.tokens = Tokens()
                $0.allowsTokensOverHTTP = true
            }
            #expect(try await bold.title().data.message == "welcome")
        }
    }

    @Test("A token never goes to another host")
    func redirect() async throws {
        for target in [
            "https://other.example/", "http://transit.example/", "https://transit.example:444/",
            "https://user@transit.example/", "//other.example/", "https://transit.example.evil/",
        ] {
            let transport = MockTransport()
            transport.reply(to: "/", .status(302, headers: ["location": target]))
            let asked = AskedQuestions(transport) { $0.tokens = Tokens() }
            #expect(
                try await asked.error()?.userMessage
                    == "Open a browser and log in to this network first")
            #expect(transport.requests.count == 1, "\(target)")
        }
    }

    @Test("An answer for one token is not used for another")
    func cache() async throws {
        struct Fixed: TokenProvider {
            let text: String?
            func token(refreshing: Bool) async throws -> String? { text }
        }
        let folder = try TestFolder()
        let transport = MockTransport { request in
            AskedQuestions.title(request.headers["authorization"] ?? "nobody")
        }
        for token in ["a", "b", nil] {
            let asked = AskedQuestions(transport) { settings in
                settings.tokens = Fixed(text: token)
                settings.cache.folder = URL(fileURLWithPath: folder.path + "/cache")
            }
            let message = try await asked.title().data.message
            #expect(message == token.map { "Bearer " + $0 } ?? "nobody")
            #expect(try await asked.title().origin != .live)
        }
        // Neither names nor contents of files tell the tokens.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache") {
            let text = try String(contentsOfFile: folder.path + "/cache/" + name, encoding: .utf8)
            #expect(!name.contains("Bearer") && text.split(separator: "\n").count == 2)
        }
    }
}
