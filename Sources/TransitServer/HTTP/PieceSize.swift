/// How much of a file a connection gets at a time, and so holds in memory: much for a client that
/// takes it at once, since each piece costs the same hand-overs; little for one that is slow.
@available(iOS 17, macOS 14, *)
struct PieceSize {
    static let least = 1 << 16
    static let most = 1 << 20
    /// A piece that is taken within this time is followed by a larger one.
    static let quick = 0.05

    private(set) var bytes = most

    /// Notes how long the last piece took.
    mutating func note(seconds: Double) {
        bytes = seconds < Self.quick ? min(bytes * 2, Self.most) : Self.least
    }
}
