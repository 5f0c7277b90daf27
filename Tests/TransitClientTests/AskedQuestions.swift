import Foundation
import Logging
import TransitAPI

@testable import TransitClient

struct AskedQuestions {
    static let server = URL(string: "https://transit.example")!

    let client: TransitClient

    init(
        _ transport: any Transport, server: URL = server, clock: SteppedClock? = nil,
        _ change: (inout ClientSettings) -> Void = { _ in }
    ) {
        var settings = ClientSettings.patient
        settings.log.logLevel = .critical
        settings.random = { 0.5 }
        if let clock {
            settings.clock = clock.clock
            settings.timeout = ClientSettings().timeout
            settings.deadline = ClientSettings().deadline
        }
        change(&settings)
        client = TransitClient(server, transport: transport, settings: settings)
    }

    /// Asks for what the server is called, which needs no feed: the smallest of all answers.
    func title(_ manner: AskingManner = AskingManner()) async throws -> AskedAnswer<MessageDTO> {
        let question = try Question(Endpoint[.root])
        return try await client.asker.ask(question, as: MessageDTO.self, manner)
    }

    func stops(
        _ text: String, _ manner: AskingManner = AskingManner()
    ) async throws -> AskedAnswer<ListDTO<StopDTO>> {
        let question = try Question(Endpoint[.stops], query: [("q", text)])
        return try await client.asker.ask(question, as: ListDTO<StopDTO>.self, manner)
    }

    func error(_ manner: AskingManner = AskingManner()) async throws -> APIError? {
        do {
            _ = try await title(manner)
            return nil
        } catch let error as APIError {
            return error
        }
    }

    static func title(_ text: String, _ headers: [String: String] = [:]) -> MockTransport.Reply {
        var reply = MockTransport.Reply.answer(MessageDTO(text))
        reply.headers.merge(headers) { $1 }
        return reply
    }
}

extension ClientSettings {
    /// The usual settings, with all the time that a machine needs which runs hundreds of other
    /// tests.
    static var patient: ClientSettings {
        var settings = ClientSettings()
        settings.timeout = .seconds(1800)
        settings.deadline = .seconds(1800)
        settings.log.logLevel = .critical
        return settings
    }
}
