import Foundation
import SystemLayer
import TransitClient

final class StagedTransport: Transport {
    private struct Waiting: Sendable {
        let id: UUID
        let request: TransportRequest
        let continuation: CheckedContinuation<TransportResponse, any Error>
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var requests: [TransportRequest] = []
        var mostAtOnce = 0
    }

    private let state = Locked(State())
    private let isStubborn: Bool

    init(isStubborn: Bool = false) {
        self.isStubborn = isStubborn
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    var waiting: Int { state.withLock { $0.waiting.count } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let id = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    state.requests.append(request)
                    guard isStubborn || !Task.isCancelled else { return true }
                    state.waiting.append(
                        Waiting(id: id, request: request, continuation: continuation))
                    state.mostAtOnce = max(state.mostAtOnce, state.waiting.count)
                    return false
                }
                if isOver { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            guard !isStubborn else { return }
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    func answer(_ result: Result<TransportResponse, any Error>) async throws {
        try await until { self.waiting > 0 }
        let waiting = state.withLock { state in
            state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        waiting?.continuation.resume(with: result)
    }

    func answer(_ status: Int, _ body: String = Replies.pong) async throws {
        try await answer(.success(Replies.reply(status, body)))
    }

    func fail(_ kind: TransportError.Kind) async throws {
        try await answer(.failure(TransportError(kind, "\(kind)")))
    }
}

enum Replies {
    static let pong = #"{"data":{"message":"pong"},"meta":{}}"#
    static let portal = "<html><body>Please accept our terms</body></html>"

    /// Replies in a row; then the server is out of reach.
    final class Script: Sendable {
        private let replies: Locked<[MockTransport.Reply]>

        init(_ replies: [MockTransport.Reply]) {
            self.replies = Locked(replies)
        }

        func next() -> MockTransport.Reply {
            replies.withLock { $0.isEmpty ? .failure(.unreachable) : $0.removeFirst() }
        }
    }

    static func reply(
        _ status: Int, _ body: String, headers: [String: String] = [:]
    ) -> TransportResponse {
        let parts = Locked([Data(body.utf8)])
        return TransportResponse(
            status: status, headers: headers,
            body: TransportBody { parts.withLock { $0.popLast() } })
    }
}

struct ScriptedTransport: Transport {
    let script: @Sendable (TransportRequest) async throws -> TransportResponse

    init(_ script: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
        self.script = script
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await script(request)
    }
}
