package import NIOCore

/// What one connection may take: time, bytes, and how many there may be.
@available(iOS 17, macOS 14, *)
package struct ConnectionLimits: Sendable {
    /// How long a request may take to arrive, from its first byte to its last, and a TLS handshake.
    package var arrival = TimeAmount.seconds(10)
    /// How long somebody may read nothing of an answer that is being sent.
    package var stall = TimeAmount.seconds(30)
    /// How long a connection may have no request.
    package var idle = TimeAmount.seconds(60)
    /// How long an answer goes on being made for somebody who has closed their side of the connection:
    /// a few close it when they have asked, most when they have gone.
    package var absence = TimeAmount.seconds(1)
    /// How long what a refused client goes on sending is thrown away, so that it reads the answer first.
    package var farewell = TimeAmount.seconds(2)
    /// How long answers that have begun may take when the server is asked to stop.
    package var stop = TimeAmount.seconds(8)
    /// The longest line of a head: a question may name a hundred ids, and ids are percent-encoded.
    package var lineBytes = 32 << 10
    /// The longest head.
    package var headBytes = 64 << 10
    /// The most lines of a head.
    package var headLines = 128
    /// The most bytes of a body, which no request needs.
    package var bodyBytes = 64 << 10
    /// How many connections there are at most; more wait to be taken.
    package var connections = 16_384

    package init() {}
}
