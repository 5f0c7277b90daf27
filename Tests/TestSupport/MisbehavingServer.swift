import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP server on 127.0.0.1 that does whatever a test scripts, each connection on its own
/// thread.
///
///     let honest = ServedFile(zip, etag: "\"1\"")
///     let server = try MisbehavingServer { request, number in
///         number < 3 ? .status("503 Service Unavailable") : honest.reply(to: request)
///     }
///     run("update", "--source", server.url("/feed.zip"))
///     #expect(server.requests.map(\.path) == [...])
///
/// `@unchecked Sendable`: the requests are guarded by the lock, all else does not change.
package final class MisbehavingServer: @unchecked Sendable {
    package struct Failure: Error {}

    /// What is answered, by the request and how many for its path came before it.
    package typealias Script = @Sendable (_ request: ServedRequest, _ number: Int) -> ServedReply

    package let port: UInt16
    private let descriptor: Int32
    private let lock = NSLock()
    private var received: [ServedRequest] = []

    /// The requests so far, as they came in.
    package var requests: [ServedRequest] { lock.withLock { received } }

    package init(_ script: @escaping Script) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
        guard answer == 0 else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let server = self else { return }
                Thread.detachNewThread {
                    server.serve(connection, script)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func serve(_ connection: Int32, _ script: Script) {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains("\r\n\r\n") {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        let request = ServedRequest(text)
        let number = lock.withLock {
            received.append(request)
            return received.dropLast().count { $0.path == request.path }
        }
        script(request, number).send(to: connection)
    }
}
