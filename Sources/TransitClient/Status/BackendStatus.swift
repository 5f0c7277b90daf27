import Foundation
public import Logging
import TransitAPI

/// What a home screen says about the server behind the app.
public enum BackendStatus: Hashable, Sendable {
    /// Nothing is known yet.
    case checking
    /// The server answers, with its title.
    case answered(message: String)
    /// The address is not one.
    case invalidURL
    /// The answer has another status than 200.
    case failed
    /// The answer is not the one that this API has.
    case invalidFormat
    /// There is no answer, for a reason.
    case unreachable(reason: String)

    /// The line to show.
    public var text: String {
        switch self {
        case .checking: "Checking backend..."
        case .answered(let message): message
        case .invalidURL: "Invalid URL"
        case .failed: "Backend returned error"
        case .invalidFormat: "Invalid response format"
        case .unreachable(let reason): "Backend unreachable: \(reason)"
        }
    }

    /// Whether the line is to be green: the server answers, and it is the one that was expected.
    ///
    /// - Parameter title: what its message contains; nil for any server of this API.
    public func isGood(expecting title: String? = nil) -> Bool {
        guard case .answered(let message) = self else { return false }
        return title.map(message.contains) ?? true
    }
}

/// Asks a server for its title: `GET /`.
public struct BackendStatusCheck: Sendable {
    private let server: String
    private let transport: any Transport
    private let timeout: Duration
    private let log: Logger

    /// - Parameters:
    ///   - server: the address of the server as an app has it configured, with or without `/api/v1`
    ///     at its end.
    ///   - transport: what sends the request.
    ///   - timeout: how long the answer may take.
    ///   - log: where the three events of a check go.
    public init(
        _ server: String, transport: any Transport, timeout: Duration = .seconds(15),
        log: Logger = Logger(label: "network")
    ) {
        self.server = server
        self.transport = transport
        self.timeout = timeout
        self.log = log
    }

    /// What the server answers now; never `checking`.
    ///
    /// - Throws: `CancellationError`, and nothing else.
    public func status() async throws -> BackendStatus {
        guard let url = URL(string: server).flatMap({ ServerAddress($0).url(of: .root) })
        else {
            return failed(.invalidURL, "Invalid URL")
        }
        log.info("Fetching backend status", metadata: ["url": "\(Self.withoutSecrets(url))"])
        do {
            let response = try await transport.send(
                TransportRequest(
                    url: url, headers: ["accept": "application/json"], timeout: timeout))
            guard response.status == 200 else {
                return failed(.failed, "status \(response.status)")
            }
            guard let message = try await PlainMessage.text(of: response.body) else {
                return failed(.invalidFormat, "Invalid response format")
            }
            log.info("Backend status fetched", metadata: ["message": "\(message)"])
            return .answered(message: message)
        } catch {
            // A screen that has gone learns nothing about the server.
            if Task.isCancelled { throw CancellationError() }
            return failed(.unreachable(reason: error.localizedDescription), "\(error)")
        }
    }

    private func failed(_ status: BackendStatus, _ error: String) -> BackendStatus {
        log.error("Failed to fetch backend status", metadata: ["error": "\(error)"])
        return status
    }

    /// An address may hold a name and a password, which are nobody's who reads a log.
    private static func withoutSecrets(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return "" }
        parts.user = nil
        parts.password = nil
        return parts.string ?? ""
    }
}

extension TransitClient {
    /// How the server does, by a name that no other hides.
    public typealias Status = BackendStatus
    /// What asks for it, by a name that no other hides.
    public typealias StatusCheck = BackendStatusCheck
}
