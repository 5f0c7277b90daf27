package import NIOCore

/// Hummingbird (2.28.1) limits heads and idle times, but neither the time that a request takes to
/// arrive, nor unread bodies, nor readers that stall. ``ConnectionGuard`` can be removed once it
/// does.
@available(iOS 17, macOS 14, *)
package struct ConnectionLimits: Sendable {
    /// The time from the first byte of a request to its last.
    var arrival = TimeAmount.seconds(10)
    /// How long a client may read nothing of an answer that is being sent.
    var stall = TimeAmount.seconds(30)
    var idle = TimeAmount.seconds(60)
    /// How long the server continues with an answer for a client that has closed its side of the
    /// connection: a few close it after asking, most when they leave.
    var absence = TimeAmount.seconds(1)
    /// How long the input of a refused client is discarded, so that it reads the answer first.
    var farewell = TimeAmount.seconds(2)
    /// How long answers that have begun may take once the server is told to stop.
    package var stop = TimeAmount.seconds(8)
    /// The longest line of a head: a question may name a hundred ids, and ids are percent-encoded.
    var lineBytes = 32 << 10
    var headBytes = 64 << 10
    var headLines = 128
    var bodyBytes = 64 << 10
    /// Others wait to be accepted.
    package var connections = 16_384

    package init() {}
}
