import NIOCore
import SystemLayer

@available(iOS 17, macOS 14, *)
final class ClientConnection: Sendable {
    /// The connection whose request is being answered; nil if there is none, as in tests of the
    /// responder alone.
    @TaskLocal static var current: ClientConnection?

    let peer: NetworkAddress?

    let request = Locked<AccessLog.Request?>(nil)
    let plan = Locked<RequestPlan?>(nil)
    private let channel: any Channel
    private let reader = Locked<EventLoopPromise<Void>?>(nil)

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
    }

    /// Waits until the client has read most of what was sent, or has left. What is sent next need
    /// not be in memory before that.
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

    func readerWentOn() {
        reader.take()?.succeed()
    }
}

@available(iOS 17, macOS 14, *)
extension Locked {
    func take<Content>() -> Content? where Value == Content? {
        withLock { value in
            defer { value = nil }
            return value
        }
    }
}

@available(iOS 17, macOS 14, *)
final class OpenConnections: Sendable {
    private let count = Locked(0)

    var total: Int { count.withLock { $0 } }

    func count(_ channel: any Channel) {
        count.withLock { $0 += 1 }
        channel.closeFuture.whenComplete { [self] _ in count.withLock { $0 -= 1 } }
    }
}
