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

    func send(to connection: ServedConnection) {
        if let raw {
            var rest = raw[...]
            while !rest.isEmpty {
                guard connection.send(Array(rest.prefix(pieceSize))) else { return }
                rest = rest.dropFirst(pieceSize)
                guard waits(on: connection) else { return }
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
        guard connection.send(Array(lines.utf8)) else { return }
        var rest = hasBody ? body.prefix(cutAfter ?? .max) : []
        while !rest.isEmpty {
            let piece = rest.prefix(pieceSize)
            rest = rest.dropFirst(piece.count)
            let framed =
                isChunked
                ? Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10]
                : Array(piece)
            guard connection.send(framed), waits(on: connection) else { return }
        }
        if isChunked, cutAfter == nil { _ = connection.send(Array("0\r\n\r\n".utf8)) }
        if isReset { connection.forget() }
    }

    /// Waits after a piece; false when nothing more is wanted.
    private func waits(on connection: ServedConnection) -> Bool {
        pause == 0 || connection.pause(milliseconds: Int(pause))
    }
}
