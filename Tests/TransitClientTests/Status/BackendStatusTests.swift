import Foundation
import Logging
import Testing
import TransitClient

@Suite("The status of the backend")
struct BackendStatusTests {
    private let log = RecordedLog()

    private func check(
        _ server: String = "http://127.0.0.1:8000/api/v1",
        _ script: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) -> BackendStatusCheck {
        check(server, over: ScriptedTransport(script))
    }

    private func check(_ server: String, over transport: any Transport) -> BackendStatusCheck {
        BackendStatusCheck(
            server, transport: transport, timeout: .seconds(86_400), log: log.logger)
    }

    private struct Offline: LocalizedError {
        var errorDescription: String? { "The Internet connection appears to be offline." }
    }

    @Test("the five texts, word by word")
    func texts() {
        #expect(BackendStatus.checking.text == "Checking backend...")
        #expect(BackendStatus.invalidURL.text == "Invalid URL")
        #expect(BackendStatus.failed.text == "Backend returned error")
        #expect(BackendStatus.invalidFormat.text == "Invalid response format")
        #expect(
            BackendStatus.unreachable(reason: "No route to host").text
                == "Backend unreachable: No route to host")
        #expect(
            BackendStatus.answered(message: "Sydney Transit API").text == "Sydney Transit API")
    }

    @Test("the title of the server, asked for at the root, with two events")
    func good() async throws {
        let status = try await check { request in
            #expect(request.url.absoluteString == "http://127.0.0.1:8000/")
            return Replies.reply(200, #"{"data":{"message":"Sydney Transit API"},"meta":{}}"#)
        }.status()
        #expect(status == .answered(message: "Sydney Transit API"))
        #expect(status.isGood())
        #expect(status.isGood(expecting: "Sydney Transit API"))
        #expect(!status.isGood(expecting: "Melbourne"))
        #expect(
            log.entries == [
                .init(
                    level: .info, message: "Fetching backend status",
                    metadata: ["url": "http://127.0.0.1:8000/"]),
                .init(
                    level: .info, message: "Backend status fetched",
                    metadata: ["message": "Sydney Transit API"]),
            ])
    }

    @Test(
        "another status, another body",
        arguments: [
            (500, #"{"data":{"message":"Sydney Transit API"}}"#, BackendStatus.failed),
            (302, "", .failed), (404, "{}", .failed), (201, Replies.pong, .failed),
            (200, Replies.portal, .invalidFormat), (200, "", .invalidFormat),
            (200, #"{"message":"Sydney Transit API"}"#, .invalidFormat),
            (200, #"{"data":{"message":5}}"#, .invalidFormat), (200, "[]", .invalidFormat),
        ])
    func bad(status: Int, body: String, expected: BackendStatus) async throws {
        let found = try await check { _ in Replies.reply(status, body) }.status()
        #expect(found == expected)
        #expect(!found.isGood())
        #expect(log.messages == ["Fetching backend status", "Failed to fetch backend status"])
    }

    @Test("no answer, with the reason in the system's words")
    func unreachable() async throws {
        let status = try await check { _ in throw Offline() }.status()
        #expect(
            status.text
                == "Backend unreachable: The Internet connection appears to be offline.")
        #expect(log.entries.last?.level == .error)
        #expect(log.entries.last?.message == "Failed to fetch backend status")
        #expect(log.entries.last?.metadata["error"] != nil)
        let cut = try await check { _ in throw TransportError(.cut, "it was cut") }.status()
        #expect(cut.text == "Backend unreachable: it was cut")
    }

    @Test("an address that is none", arguments: ["", "nonsense", "ftp://a", "http://", "/api/v1"])
    func invalidURL(server: String) async throws {
        let status = try await check(server) { _ in Replies.reply(200, "") }.status()
        #expect(status == .invalidURL)
        #expect(log.messages == ["Failed to fetch backend status"])
    }

    @Test("no name and password in the log")
    func secrets() async throws {
        _ = try await check("http://me:secret@a.example/api/v1") { _ in
            Replies.reply(200, Replies.pong)
        }.status()
        #expect(log.entries[0].metadata == ["url": "http://a.example/"])
        #expect(!log.entries.contains { "\($0)".contains("secret") })
    }

    @Test("the screen: checking at first, loading meanwhile, and unchanged when it goes away")
    @MainActor @available(iOS 17, macOS 14, *)
    func model() async throws {
        let transport = StagedTransport()
        let model = BackendStatusModel(check("http://a", over: transport), expecting: "Sydney")
        #expect(model.text == "Checking backend...")
        #expect(!model.isLoading)
        #expect(!model.isGood)
        let load = Task { await model.load() }
        while !model.isLoading { await Task.yield() }
        try await transport.answer(200, #"{"data":{"message":"Sydney Transit API"}}"#)
        await load.value
        #expect(!model.isLoading)
        #expect(model.isGood)
        #expect(model.text == "Sydney Transit API")
        let second = Task { await model.load() }
        try await until { transport.waiting == 1 }
        second.cancel()
        await second.value
        #expect(!model.isLoading)
        #expect(model.text == "Sydney Transit API")
    }
}
