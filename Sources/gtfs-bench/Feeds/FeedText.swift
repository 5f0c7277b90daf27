/// The text of a file being generated, handed on in pieces.
struct FeedText {
    private var bytes: [UInt8] = []
    private let consume: (UnsafeRawBufferPointer) -> Void

    init(_ consume: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.consume = consume
    }

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(10)
        if bytes.count > 1 << 20 { flush() }
    }

    /// Hands on what is left.
    mutating func flush() {
        bytes.withUnsafeBytes(consume)
        bytes.removeAll(keepingCapacity: true)
    }
}
