import Foundation
import SystemLayer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of a `URLSession` and its answer so far: the session delivers, the reader takes.
final class SessionExchange: Sendable {
    struct Head: Sendable {
        let status: Int
        let headers: [String: String]
    }

    private struct State {
        var head: Head?
        var parts: [Data] = []
        var end: Result<Void, any Error>?
        var waitsForHead: CheckedContinuation<Head, any Error>?
        var waitsForPart: CheckedContinuation<Data?, any Error>?
        var isSuspended = false
    }

    let task: URLSessionDataTask
    private let state = Locked(State())

    /// The number of bytes that may wait for the reader before the sender must pause.
    private static let mostWaiting = 1 << 20

    init(_ task: URLSessionDataTask) {
        self.task = task
    }

    // MARK: What the reader does

    /// Sends the request, and waits for the head of its answer; call it once.
    func head() async throws -> Head {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    guard case .failure(let error) = state.end else {
                        state.waitsForHead = waiter
                        return false
                    }
                    waiter.resume(throwing: error)
                    return true
                }
                if !isOver { task.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    func part() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isDrained = state.withLock { state in
                    if !state.parts.isEmpty {
                        waiter.resume(returning: state.parts.removeFirst())
                        defer { if state.parts.isEmpty { state.isSuspended = false } }
                        return state.parts.isEmpty && state.isSuspended
                    }
                    switch state.end {
                    case .success: waiter.resume(returning: nil)
                    case .failure(let error): waiter.resume(throwing: error)
                    case nil: state.waitsForPart = waiter
                    }
                    return false
                }
                if isDrained { task.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        fail(CancellationError())
    }

    // MARK: What the session does

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            fail(TransportError(.malformed, "the answer is not HTTP"))
            return
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        let head = Head(status: response.statusCode, headers: headers)
        state.withLock { state in
            state.head = head
            state.waitsForHead?.resume(returning: head)
            state.waitsForHead = nil
        }
    }

    func receive(_ data: Data) {
        let isFull = state.withLock { state in
            guard state.end == nil else { return false }
            if let waiter = state.waitsForPart {
                state.waitsForPart = nil
                waiter.resume(returning: data)
                return false
            }
            state.parts.append(data)
            // On Linux a suspended task does not always resume.
            #if canImport(Darwin)
                guard !state.isSuspended,
                    state.parts.reduce(0, { $0 + $1.count }) > Self.mostWaiting
                else { return false }
                state.isSuspended = true
                return true
            #else
                return false
            #endif
        }
        if isFull { task.suspend() }
    }

    func finish(_ error: (any Error)?) {
        end(error.map { .failure(Self.unified($0)) } ?? .success(()))
    }

    func fail(_ error: any Error) {
        if end(.failure(error)) { task.cancel() }
    }

    /// Returns whether it had not ended before.
    @discardableResult
    private func end(_ result: Result<Void, any Error>) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            var result = result
            // An end before the head is useless to everybody.
            if case .success = result, state.head == nil {
                result = .failure(TransportError(.cut, "the connection ended before the answer"))
            }
            state.end = result
            switch result {
            case .success: state.waitsForPart?.resume(returning: nil)
            case .failure(let error):
                if error is CancellationError { state.parts = [] }
                state.waitsForHead?.resume(throwing: error)
                state.waitsForPart?.resume(throwing: error)
            }
            state.waitsForHead = nil
            state.waitsForPart = nil
            return true
        }
    }

    private static func unified(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return TransportError(.cut, "the connection was lost: \(error.localizedDescription)")
        }
        let kind: TransportError.Kind =
            switch error.code {
            case .timedOut: .timeout
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff, .callIsActive, .badURL, .unsupportedURL,
                .appTransportSecurityRequiresSecureConnection:
                .unreachable
            case .secureConnectionFailed, .serverCertificateHasBadDate,
                .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .untrusted
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
                .cannotDecodeContentData, .dataLengthExceedsMaximum:
                .malformed
            // Everything else is a connection that existed and was lost.
            default: .cut
            }
        return error.code == .cancelled
            ? CancellationError() : TransportError(kind, error.localizedDescription)
    }
}
