import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Takes connections on a port of 127.0.0.1 until it is let go.
///
/// `@unchecked Sendable`: `isStopped` is guarded by the lock, all else does not change.
package final class Listener: @unchecked Sendable {
    package struct Failure: Error {}

    package let port: UInt16
    private let descriptor: Int32
    private let lock = NSLock()
    private var isStopped = false

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    package init() throws {
        descriptor = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let answer = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) + listen(descriptor, 64)
                    + getsockname(descriptor, $0, &length)
            }
        }
        guard answer == 0 else {
            close(descriptor)
            throw Failure()
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Hands every connection to `serve`, on one thread; to be called once.
    package func start(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) {
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                if connection >= 0 {
                    serve(connection)
                } else if closeIfStopped() {
                    return
                } else {
                    // No descriptors left, or a client that gave up: others come.
                    usleep(1000)
                }
            }
        }
    }

    package func stop() {
        lock.withLock {
            isStopped = true
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Only the thread that accepts may close the socket. As soon as it is closed, its number may be
    /// that of another server's, whose connections this thread would then take.
    private func closeIfStopped() -> Bool {
        lock.withLock {
            if isStopped { close(descriptor) }
            return isStopped
        }
    }
}
