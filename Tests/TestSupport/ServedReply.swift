import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An answer of a test's server, and what goes wrong on the way.
package struct ServedReply: Sendable {
    package var status: String
    package var headers: [String]
    package var body: [UInt8]
    /// The value of `Content-Length`: nil for the truth, -1 to leave the header out.
    package var declaredLength: Int?
    /// Whether the body comes in HTTP chunks, which need no length.
    package var isChunked = false
    /// After so many bytes of the body the connection is closed.
    package var cutAfter: Int?
    /// Whether that is done with a reset.
    package var isReset = false
    /// The body, or what is sent instead of all, comes in pieces of this size ...
    package var pieceSize = 1 << 16
    /// ... with a pause of so many milliseconds after each.
    package var pause: UInt32 = 0
    /// The bytes that are sent instead of all that, be they HTTP or not.
    private var raw: [UInt8]?

    package init(_ status: String = "200 OK", _ headers: [String] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static func status(_ status: String, _ headers: [String] = []) -> ServedReply {
        ServedReply(status, headers, body: Array("<p>no</p>".utf8))
    }

    /// Just these bytes, the status line included.
    package static func raw(_ bytes: [UInt8]) -> ServedReply {
        ServedReply().with { $0.raw = bytes }
    }

    package static func redirect(to url: String) -> ServedReply {
        ServedReply("302 Found", ["Location: " + url])
    }

    /// A copy with changes: `reply.with { $0.cutAfter = 10 }`.
    package func with(_ change: (inout ServedReply) -> Void) -> ServedReply {
        var copy = self
        change(&copy)
        return copy
    }

    func send(to connection: Int32) {
        if let raw {
            var rest = raw[...]
            while !rest.isEmpty {
                guard Self.write(rest.prefix(pieceSize), to: connection) else { return }
                rest = rest.dropFirst(pieceSize)
                if pause > 0 { usleep(pause * 1000) }
            }
            return
        }
        var head = ["HTTP/1.1 " + status, "Connection: close"] + headers
        let hasBody = !status.hasPrefix("304")
        if isChunked {
            head.append("Transfer-Encoding: chunked")
        } else if hasBody, declaredLength != -1 {
            head.append("Content-Length: \(declaredLength ?? body.count)")
        }
        let lines = head.joined(separator: "\r\n") + "\r\n\r\n"
        guard Self.write(Array(lines.utf8)[...], to: connection) else { return }
        var rest = hasBody ? body.prefix(cutAfter ?? .max) : []
        while !rest.isEmpty {
            let piece = rest.prefix(pieceSize)
            rest = rest.dropFirst(piece.count)
            let framed =
                isChunked
                ? Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10]
                : Array(piece)
            guard Self.write(framed[...], to: connection) else { return }
            if pause > 0 { usleep(pause * 1000) }
        }
        if isChunked, cutAfter == nil {
            _ = Self.write(Array("0\r\n\r\n".utf8)[...], to: connection)
        }
        if isReset {
            // Closing with a linger time of zero sends a reset.
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout.size(ofValue: linger)))
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to connection: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendSome($0, to: connection) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The system's `send`, whose name a method above hides. A client that has gone is no signal.
private func sendSome(_ bytes: UnsafeRawBufferPointer, to connection: Int32) -> Int {
    #if canImport(Darwin)
        var isQuiet: Int32 = 1
        setsockopt(
            connection, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet,
            socklen_t(MemoryLayout.size(ofValue: isQuiet)))
        let flags: Int32 = 0
    #else
        let flags = Int32(MSG_NOSIGNAL)
    #endif
    return send(connection, bytes.baseAddress, bytes.count, flags)
}
