import NIOCore
import SystemLayer

/// Somebody who is connected, as requests of the connection see it.
@available(iOS 17, macOS 14, *)
final class ClientConnection: Sendable {
    /// The connection whose request is being answered; nil where there is none, as in tests of the
    /// responder alone.
    @TaskLocal static var current: ClientConnection?

    /// The other end; nil when it is not on a network.
    let peer: NetworkAddress?

    /// The request whose answer comes next, as the log has it.
    private let request = Locked<AccessLog.Request?>(nil)

    init(_ channel: any Channel) {
        peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
    }

    /// Notes what is answered next.
    func answers(_ request: AccessLog.Request) {
        self.request.withLock { $0 = request }
    }

    /// The request that is answered now, once.
    func takeRequest() -> AccessLog.Request? {
        request.withLock { request in
            defer { request = nil }
            return request
        }
    }
}

/// How many are connected.
@available(iOS 17, macOS 14, *)
final class OpenConnections: Sendable {
    private struct State: Sendable {
        var total = 0
        var most = 0
    }

    private let state = Locked(State())

    /// How many are connected now.
    var total: Int { state.withLock { $0.total } }
    /// How many were connected at once.
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
