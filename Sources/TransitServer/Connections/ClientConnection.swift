import NIOCore
import SystemLayer

/// A connected client, as requests of the connection see it.
@available(iOS 17, macOS 14, *)
final class ClientConnection: Sendable {
    /// The connection whose request is being answered; nil if there is none, as in tests of the
    /// responder alone.
    @TaskLocal static var current: ClientConnection?

    /// The other end; nil when it is not on a network.
    let peer: NetworkAddress?

    /// The request that is answered next, for the log.
    private let request = Locked<AccessLog.Request?>(nil)
    /// The plan of the request that the server answers next, if the event loop has made it.
    private let plan = Locked<RequestPlan?>(nil)
    private let channel: any Channel
    /// Kept by who waits until the client has read what was sent.
    private let reader = Locked<EventLoopPromise<Void>?>(nil)

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
    }

    /// Waits until the client has read most of what was sent, or has left. What is sent next need not
    /// be in memory before.
    func waitForReader() async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        try await withTaskCancellationHandler {
            channel.eventLoop.execute { [self] in
                if channel.isWritable || !channel.isActive {
                    promise.succeed()
                } else {
                    reader.withLock { $0 = promise }
                }
            }
            try await promise.futureResult.get()
        } onCancel: {
            // A server that stops does not wait for a client that reads nothing.
            promise.fail(CancellationError())
        }
    }

    /// The client has read most of what was sent, or has left.
    func readerWentOn() {
        reader.take()?.succeed()
    }

    /// Notes the request that is answered next.
    func answers(_ request: AccessLog.Request) {
        self.request.withLock { $0 = request }
    }

    /// The request being answered; returned once.
    func takeRequest() -> AccessLog.Request? { request.take() }

    /// Keeps the plan of the only request that the server has, for the task that answers it.
    func pass(_ plan: RequestPlan) {
        self.plan.withLock { $0 = plan }
    }

    /// The plan of the request that is answered next; returned once.
    func takePlan() -> RequestPlan? { plan.take() }
}

@available(iOS 17, macOS 14, *)
extension Locked {
    /// The value, which is nil from now on.
    fileprivate func take<Content>() -> Content? where Value == Content? {
        withLock { value in
            defer { value = nil }
            return value
        }
    }
}

/// Counts connections.
@available(iOS 17, macOS 14, *)
final class OpenConnections: Sendable {
    private struct State: Sendable {
        var total = 0
        var most = 0
    }

    private let state = Locked(State())

    /// The number of connections that are open now.
    var total: Int { state.withLock { $0.total } }
    /// How many were open at once.
    var most: Int { state.withLock { $0.most } }

    /// Counts a connection until it is closed.
    func count(_ channel: any Channel) {
        state.withLock { state in
            state.total += 1
            state.most = max(state.most, state.total)
        }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { $0.total -= 1 } }
    }
}
