/// Takes what an answer brings, on the thread that asked. Whatever returns false ends the transfer.
protocol CurlReceiver: AnyObject {
    /// A line of the head, the first included, with its line end; the empty one ends the head.
    func receiveHeader(_ line: String) -> Bool

    /// The next bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// How long to wait for more, at most; nil ends the transfer. Asked whenever nothing has arrived
    /// that was not received.
    func patience() -> Duration?
}
