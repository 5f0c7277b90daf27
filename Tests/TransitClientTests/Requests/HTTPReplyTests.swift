import Foundation
import Testing
import TransitAPI
import TransitModel

@testable import TransitClient

@Suite("Answers that are none") struct HTTPReplyTests {
    private let transport = MockTransport()
    private let clock = SteppedClock()
    private var asked: AskedQuestions { AskedQuestions(transport, clock: clock) }

    private func error(_ reply: MockTransport.Reply) async throws -> APIError? {
        transport.reply(to: "/", reply)
        let asked = asked
        let error = try await asked.error()
        // Nothing of it is kept.
        transport.reply(to: "/", AskedQuestions.title("after"))
        #expect(try await asked.title().origin == .live)
        return error
    }

    private static func page(_ status: Int = 200) -> MockTransport.Reply {
        MockTransport.Reply(
            status: status, headers: ["content-type": "text/html; charset=utf-8"],
            body: Data("<html>Welcome to our hotel</html>".utf8))
    }

    @Test("The log-in page of a network")
    func portal() async throws {
        let error = try await error(Self.page())
        guard case .network(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .portal)
        #expect(error?.userMessage == "Open a browser and log in to this network first")
    }

    @Test("A page of something before the server")
    func pages() async throws {
        #expect(
            try await error(Self.page(502))
                == .server(code: "http_502", message: "HTTP status 502"))
        #expect(
            try await error(Self.page(404))
                == .notFound(code: .unknownPath, message: "HTTP status 404"))
        // It says nothing about the feed.
        let gone = try await error(Self.page(410))
        #expect(gone == .notFound(code: .unknownPath, message: "HTTP status 410"))
        #expect(gone?.missing("stop", id: "A") is APIError)
        #expect(
            try await error(Self.page(401)) == .unauthorized(message: "HTTP status 401"))
    }

    @Test("An unreadable answer names its reason")
    func unreadable() async throws {
        let json = ["content-type": "application/json"]
        #expect(
            try await error(MockTransport.Reply(headers: json))
                == .decoding(reason: "the answer is empty"))
        #expect(
            try await error(.status(200)) == .decoding(reason: "the answer has no type"))
        #expect(
            try await error(MockTransport.Reply(headers: ["content-type": "image/png"]))
                == .decoding(reason: "the answer is image/png, not JSON"))
        for text in ["{\"data\":", "[]", "1", "null", "\u{FEFF}", "{\"data\":{}}}"] {
            #expect(
                try await error(.json(text))
                    == .decoding(reason: "the answer is not the JSON of an object"), "\(text)")
        }
        for text in ["{}", "{\"ok\":true}", "{\"data\":null}", "{\"data\":[]}"] {
            #expect(
                try await error(.json(text)) == .decoding(reason: "the answer has no data"),
                "\(text)")
        }
        #expect(try await error(.status(204)) != nil)
        #expect(try await error(.status(304)) != nil)
        #expect(try await error(.status(306)) != nil)
        #expect(try await error(.status(999)) != nil)
    }

    @Test("Errors of our server keep their words")
    func failures() async throws {
        let failure = APIFailure(.badValue, field: "at", "at wants a time.")
        #expect(try await error(.failure(failure)) == .validation(errors: failure.details))
        #expect(
            try await error(.json(#"{"error":{"code":"odd","message":"m"}}"#, status: 422))
                == .validation(errors: [.init(field: "", message: "m")]))
        #expect(try await error(.status(422))?.userMessage == "Please check your input")
        let missing = APIFailure(.notFound, field: "id", "The feed has no stop A.")
        let error = try await error(.failure(missing))
        #expect(
            error?.missing("stop", id: "A") as? TransitSourceError
                == .notFound(kind: "stop", id: "A"))
        let path = APIFailure(.unknownPath, field: "path", "Nothing has the path.")
        let other = try await self.error(.failure(path))
        #expect(other?.missing("stop", id: "A") is APIError)
        #expect(
            try await self.error(
                .json(#"{"error":{"code":"new_code","message":"m"}}"#, status: 500))
                == .server(code: "new_code", message: "m"))
    }

    @Test("Each case has its words for a rider")
    func words() {
        let words: [(APIError, String)] = [
            (.unauthorized(message: "m"), "Please log in again to continue"),
            (.validation(errors: []), "Please check your input"),
            (
                .validation(errors: [
                    .init(field: "a", message: "First"), .init(field: "b", message: "Second"),
                ]), "First"
            ),
            (
                .notFound(code: .notFound, message: "m"),
                "This is not in the timetable any more. Please search again"
            ),
            (
                .notFound(code: .gone, message: "m"),
                "This is not in the timetable any more. Please search again"
            ),
            (
                .notFound(code: .unknownFeed, message: "m"),
                "This server does not have the timetable"
            ),
            (
                .notFound(code: .unknownVersion, message: "m"),
                "This server does not have this version of the timetable"
            ),
            (
                .notFound(code: .unknownPath, message: "m"),
                "The server has nothing there. Please check its address, or update the app"
            ),
            (.server(code: "c", message: "m"), "Something went wrong. Please try again"),
            (.network(.init(.cut, "r")), "Check your internet connection"),
            (.network(.init(.timeout, "r")), "Check your internet connection"),
            (.network(.init(.unreachable, "r")), "Check your internet connection"),
            (.network(.init(.malformed, "r")), "Check your internet connection"),
            (.decoding(reason: "r"), "Unable to process server response"),
            (.rateLimited(retryAfter: 1), "Too many requests. Please try again in a second"),
            (.rateLimited(retryAfter: 9), "Too many requests. Please try again in 9 seconds"),
        ]
        for (error, text) in words {
            #expect(error.userMessage == text)
            #expect(error.localizedDescription == text)
            #expect(!error.description.isEmpty)
        }
    }

    @Test("An invalid address is an error", arguments: ["ftp://a", "a", "https:///x"])
    func address(text: String) async throws {
        let url = try #require(URL(string: text))
        let asked = AskedQuestions(transport, server: url)
        #expect(try await asked.error()?.description.contains("not the address") == true)
        #expect(transport.requests.isEmpty)
    }
}
