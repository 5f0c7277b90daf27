import Foundation
public import Logging
public import Observation
import SystemLayer
import TransitAPI
public import TransitModel

/// The status of the app's server, for a home screen.
public enum BackendStatus: Hashable, Sendable {
    /// Nothing is known yet.
    case checking
    /// The server answers, with its title.
    case answered(message: String)
    /// The address is invalid.
    case invalidURL
    /// The answer has a status other than 200.
    case failed
    /// The answer is not one of this API.
    case invalidFormat
    /// There is no answer, for the given reason.
    case unreachable(reason: String)

    /// The line to show, in English.
    public var text: String { text(in: .english) }

    /// Returns the line to show, in the given words; the reason of ``unreachable(reason:)`` is the
    /// system's.
    public func text(in words: RiderWords) -> String {
        switch self {
        case .checking: words[.checkingBackend]
        case .answered(let message): message
        case .invalidURL: words[.invalidAddress]
        case .failed: words[.backendError]
        case .invalidFormat: words[.invalidFormat]
        case .unreachable(let reason): words.text(.backendUnreachable, n: reason)
        }
    }

    /// Returns whether the line should be green: the expected server answers.
    ///
    /// - Parameter title: a part of the server's message; nil for any server of this API.
    public func isGood(expecting title: String? = nil) -> Bool {
        guard case .answered(let message) = self else { return false }
        return title.map(message.contains) ?? true
    }
}

/// Asks a server for its title: `GET /`.
///
/// ```swift
/// let check = BackendStatusCheck(server.absoluteString, transport: transport)
/// let text = try await check.status().text  // "Port Lumen Transit API"
/// ```
public struct BackendStatusCheck: Sendable {
    private let server: String
    private let transport: any Transport
    private let timeout: Duration
    private let log: Logger

    /// - Parameters:
    ///   - server: the address of the server in the app's configuration, with or without `/api/v1`
    ///     at its end.
    ///   - transport: sends the request.
    ///   - timeout: how long the answer may take.
    ///   - log: logs the three events of a check.
    public init(
        _ server: String, transport: any Transport, timeout: Duration = .seconds(15),
        log: Logger = Logger(label: "network")
    ) {
        self.server = server
        self.transport = transport
        self.timeout = timeout
        self.log = log
    }

    /// Returns the current status; never `checking`.
    ///
    /// - Throws: `CancellationError`, and nothing else.
    public func status() async throws -> BackendStatus {
        guard let url = URL(string: server).flatMap({ ServerAddress($0).url(of: .root) })
        else {
            return failed(.invalidURL, "Invalid URL")
        }
        log.info(
            "Fetching backend status", metadata: ["url": "\(ShownURL(url.absoluteString).text)"])
        do {
            let request = TransportRequest(
                url: url, headers: ["accept": "application/json"], timeout: timeout)
            let (status, message) = try await inTime(timeout) { [transport] in
                let response = try await transport.send(request)
                guard response.status == 200 else { return (response.status, String?.none) }
                return (200, try await PlainMessage.text(of: response.body))
            }
            guard status == 200 else { return failed(.failed, "status \(status)") }
            guard let message else { return failed(.invalidFormat, "Invalid response format") }
            log.info("Backend status fetched", metadata: ["message": "\(message)"])
            return .answered(message: message)
        } catch {
            // A screen that has gone learns nothing about the server.
            if Task.isCancelled { throw CancellationError() }
            // A transport has the system's words, or its own.
            let reason = (error as? TransportError)?.reason ?? error.localizedDescription
            return failed(.unreachable(reason: reason), "\(error)")
        }
    }

    private func failed(_ status: BackendStatus, _ error: String) -> BackendStatus {
        log.error("Failed to fetch backend status", metadata: ["error": "\(error)"])
        return status
    }
}

extension TransitClient {
    /// The status of the server, under a name that nothing else shadows.
    public typealias Status = BackendStatus
    /// Asks for the status, under a name that nothing else shadows.
    public typealias StatusCheck = BackendStatusCheck
}

/// The status of the server, for a home screen.
///
/// ```swift
/// let home = BackendStatusModel(
///     BackendStatusCheck(server.absoluteString, transport: transport), expecting: "Lumen")
/// await home.load()
/// let text = home.text  // "Port Lumen Transit API"
/// let isGood = home.isGood  // true
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class BackendStatusModel {
    /// The known status of the server.
    public private(set) var status = BackendStatus.checking
    /// Whether the server is being asked.
    public var isLoading: Bool { loads > 0 }

    private var loads = 0
    private let check: BackendStatusCheck
    private let title: String?
    private let words: RiderWords

    /// - Parameters:
    ///   - check: asks the server.
    ///   - title: a part of the expected server's message; nil for any server of this API.
    ///   - words: the texts that ``text`` uses.
    public init(
        _ check: BackendStatusCheck, expecting title: String? = nil, words: RiderWords = .english
    ) {
        self.check = check
        self.title = title
        self.words = words
    }

    /// The line to show.
    public var text: String { status.text(in: words) }
    /// Whether the line should be green instead of red.
    public var isGood: Bool { status.isGood(expecting: title) }

    /// Asks the server. A load whose task is canceled leaves the screen as it was.
    public func load() async {
        loads += 1
        defer { loads -= 1 }
        do {
            status = try await check.status()
        } catch {
            return
        }
    }
}

@available(iOS 17, macOS 14, *)
extension TransitClient {
    /// The status of the server for a screen, under a name that nothing else shadows.
    public typealias StatusModel = BackendStatusModel
}
