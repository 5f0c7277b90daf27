import Foundation
import TransitAPI

/// `{"data":{"message":"..."}}`: the answer of a server at `/` and at `/api/ping`.
///
/// Read strictly, unlike other answers: the question is whether our server answers, or a portal
/// that answers everything.
struct PlainMessage: Decodable {
    private struct Payload: Decodable {
        let message: String
    }

    private let data: Payload

    private static let mostBytes = 65_536

    static func text(of body: TransportBody) async throws -> String? {
        var bytes = Data()
        for try await part in body {
            bytes += part
            guard bytes.count <= mostBytes else { return nil }
        }
        do {
            return try JSONDecoder().decode(PlainMessage.self, from: bytes).data.message
        } catch {
            return nil
        }
    }
}

extension ServerAddress {
    func url(of endpoint: Endpoint.Name) -> URL? {
        do {
            return try url(of: Question(Endpoint[endpoint]), feed: nil)
        } catch {
            return nil
        }
    }
}
