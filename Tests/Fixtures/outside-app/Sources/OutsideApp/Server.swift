import Foundation
import TransitBundle
import TransitClient
import TransitModel

/// A server that answers, one that wants a token, and one that is away.
func server(_ bundle: TransitBundle) async throws {
    guard let address = URL(string: "https://transit.example") else { return }
    let transport = MockTransport()
    transport.reply(
        to: "/api/v1/stops",
        .json(#"{"data":{"stops":[{"sid":1,"stop_id":"QUAY","stop_name":"Quay of the server"}]}}"#),
        .status(401), .failure(.unreachable))
    var settings = ClientSettings()
    settings.attempts = 1
    settings.cache.mostBytesInMemory = 0
    let client = TransitClient(address, transport: transport, settings: settings)

    let answer = try await client.answering { try await $0.stop(id: "QUAY") }
    print("server: \(answer.value.stopName), \(answer.origin)")
    do {
        _ = try await client.stop(id: "QUAY")
    } catch let error as APIError {
        guard case .unauthorized = error else { throw error }
        print("server: \(error.userMessage)")
    }
    let source: any TransitSource = OfflineFirst(remote: client, bundle: bundle)
    let offline = try await source.answering { try await $0.stop(id: "QUAY") }
    guard case .bundle = offline.origin else { return }
    print("server away: \(offline.value.stopName), from the bundle")
}
