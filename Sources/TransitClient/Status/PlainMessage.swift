import Foundation

/// `{"data":{"message":"..."}}`: what a server says at `/` and at `/api/ping`.
///
/// Read strictly, unlike other answers: it is asked in order to find out whether it is our server that
/// answers, and not a portal that answers everything.
struct PlainMessage: Decodable {
    private struct Payload: Decodable {
        let message: String
    }

    private let data: Payload

    /// More bytes than any such answer has.
    private static let mostBytes = 65_536

    /// The message of an answer; nil where it is another kind of answer.
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

/// Where a server is, without the root of its API.
struct ServerRoot: Hashable, Sendable {
    private static let suffix = "/api/v1"

    private let text: String

    /// - Returns: nil for what is not the address of a server.
    init?(_ address: String) {
        guard var parts = URLComponents(string: address),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
        else { return nil }
        parts.query = nil
        parts.fragment = nil
        var path = parts.percentEncodedPath[...]
        func dropSlashes() { while path.last == "/" { path.removeLast() } }
        dropSlashes()
        if path.hasSuffix(Self.suffix) { path = path.dropLast(Self.suffix.count) }
        dropSlashes()
        parts.percentEncodedPath = String(path)
        guard let text = parts.string else { return nil }
        self.text = text
    }

    /// The address of a path, which begins with a slash.
    func url(_ path: String) -> URL? { URL(string: text + path) }
}
