import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP server on 127.0.0.1 that does whatever a test scripts, each connection on its own
/// thread.
///
///     let honest = ServedFile(zip, etag: "\"1\"")
///     let server = try TestServer { request, number in
///         number < 3 ? .status("503 Service Unavailable") : honest.reply(to: request)
///     }
///     run("update", "--source", server.url("/feed.zip"))
///     #expect(server.requests.map(\.path) == [...])
///
/// `@unchecked Sendable`: the requests are guarded by the lock, all else does not change.
package final class TestServer: @unchecked Sendable {
    /// The answer, by the request and the number of earlier ones for its path.
    package typealias Script = @Sendable (_ request: ServedRequest, _ number: Int) -> ServedReply

    package var port: UInt16 { listener.port }
    private let listener: Listener
    private let lock = NSLock()
    private var received: [ServedRequest] = []

    /// The requests so far, as they came in.
    package var requests: [ServedRequest] { lock.withLock { received } }

    package init(_ script: @escaping Script) throws {
        listener = try Listener()
        listener.start { [weak self] connection in
            let server = self
            Thread.detachNewThread {
                server?.serve(connection, script)
                close(connection)
            }
        }
    }

    deinit {
        listener.stop()
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
