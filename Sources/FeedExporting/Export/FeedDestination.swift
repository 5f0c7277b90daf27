/// Where an exported feed goes: a folder or a zip. Files come one after the other.
///
/// Nothing is to be seen of it before `publish()`; whoever is let go without it leaves nothing.
protocol FeedDestination: AnyObject {
    func begin(_ file: String) throws
    func write(_ bytes: UnsafeRawBufferPointer) throws
    func end() throws
    func publish() throws
}

extension FeedDestination {
    /// Writes the collected rows on, when there are enough of them or they are the last.
    func write(_ text: inout CSVText, isLast: Bool = false) throws {
        guard isLast || text.bytes.count >= CSVText.pieceSize else { return }
        try text.bytes.withUnsafeBytes { try write($0) }
        text.removeAll()
    }
}
