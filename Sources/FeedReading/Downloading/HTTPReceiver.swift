import SystemLayer

/// Takes the parts of an answer, on the thread that sent the request. Returning false ends the
/// transfer.
protocol HTTPReceiver: AnyObject {
    /// Whether to connect to an address; called before every connection.
    func mayConnect(to address: NetworkAddress) -> Bool

    /// The server has sent something, even if only a part of the head.
    func hear()

    /// The head of the final answer.
    func receive(_ head: HTTPResponse) -> Bool

    /// The next bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// The time to wait for more, at most; nil ends the transfer. Called whenever everything that
    /// has arrived was received.
    func patience() -> Duration?
}

/// The reason why an answer was incomplete, in words that never contain the URL, which may contain
/// secrets.
package struct ConnectionFailure: Error {
    package let reason: String
    /// Whether another attempt would end the same way.
    package let isLasting: Bool
}
