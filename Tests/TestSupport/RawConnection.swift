import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A connection to a server of this machine that says whatever a test wants, byte by byte.
///
/// A wait runs on a thread of its own: the server that is waited for runs in this process.
package final class RawConnection: Sendable {
    package struct Failure: Error {
        package let number: Int32
    }

    package struct Received: Sendable {
        package let bytes: [UInt8]
        /// The server took back what it had sent, or part of it.
        package let isReset: Bool

        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
        private static let flags = Int32(MSG_NOSIGNAL)
    #elseif canImport(Musl)
        private static let stream = SOCK_STREAM
        private static let flags = Int32(MSG_NOSIGNAL)
    #else
        private static let stream = SOCK_STREAM
        private static let flags: Int32 = 0
    #endif

    private let descriptor: Int32

    /// Connects to a port.
    ///
    /// - Parameter window: the most bytes that wait here to be read; the system's choice when nil.
    package init(port: Int, window: Int32? = nil) throws {
        descriptor = socket(AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        if var window {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &window,
                socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let descriptor = descriptor
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard answer == 0 else { throw Failure(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    @discardableResult
    package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) async -> Bool {
        await onThread { descriptor in
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    Self.send(descriptor, UnsafeRawBufferPointer(rebasing: buffer[sent...]))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #else
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #endif
    }

    /// All that arrives until the server closes the connection, or until enough is there.
    package func receive(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false })
        async
        -> Received
    {
        await onThread { descriptor in
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while !isEnough(bytes) {
                let count = recv(descriptor, &piece, piece.count, 0)
                guard count > 0 else { return Received(bytes: bytes, isReset: count < 0) }
                bytes += piece[..<count]
            }
            return Received(bytes: bytes, isReset: false)
        }
    }

    /// One answer with a `Content-Length`, head and body.
    package func answer() async -> String {
        await receive { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { return false }
            let length = text.lowercased().range(of: "content-length: ").flatMap {
                Int(text[$0.upperBound...].prefix { $0.isNumber })
            }
            return text[end.upperBound...].utf8.count >= length ?? 0
        }.text
    }

    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Goes as a machine does that is switched on again: everything of the connection is forgotten.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: linger))
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        // Connecting to nowhere dissolves it, and the descriptor stays this object's.
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        _ = connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable (Int32) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                continuation.resume(returning: withExtendedLifetime(self) { body(descriptor) })
            }
        }
    }
}

/// A socket of a file to which other processes send notes, as services do to systemd.
package final class NoteSocket: Sendable {
    package let path: String
    private let descriptor: Int32

    package init(_ path: String) throws {
        self.path = path
        #if canImport(Glibc)
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0 else { throw RawConnection.Failure(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    package func note() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(
                    returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }
}
