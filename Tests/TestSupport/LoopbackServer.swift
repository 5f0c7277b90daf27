import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP server on 127.0.0.1 that answers one request after the other with prepared bytes.
///
/// `@unchecked Sendable`: the requests are guarded by the lock, all else does not change.
package final class LoopbackServer: @unchecked Sendable {
    /// Sent for a path: the whole answer, status line included.
    package typealias Answers = @Sendable (_ path: String) -> [UInt8]

    package var port: UInt16 { listener.port }
    private let listener: Listener
    private let lock = NSLock()
    private var received: [String] = []

    /// The requests so far, as they came in.
    package var requests: [String] { lock.withLock { received } }

    package init(_ answers: @escaping Answers) throws {
        listener = try Listener()
        listener.start { [weak self] connection in
            self?.serve(connection, answers)
            close(connection)
        }
    }

    deinit {
        listener.stop()
    }

    private func serve(_ connection: Int32, _ answers: Answers) {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.contains("\r\n\r\n") {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            request += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        lock.withLock { received.append(request) }
        let path = request.split(separator: " ").dropFirst().first ?? "/"
        var rest = answers(String(path))[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A whole answer.
    package static func answer(
        _ status: String, _ headers: [String] = [], body: [UInt8] = [], missingBytes: Int = 0
    ) -> [UInt8] {
        let length = "Content-Length: \(body.count + missingBytes)"
        let lines = ["HTTP/1.1 " + status, length, "Connection: close"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
