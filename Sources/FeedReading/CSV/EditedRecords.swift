/// A file without some of its records, for a reader that must not see them.
///
/// Records that stay have their bytes and their rows: blank lines stand for the lines that go.
package final class EditedRecords: ByteSource {
    package enum Verdict {
        case stays
        case goes
        /// It stays, with these texts in its cells, by column.
        case changes([Int: String])
    }

    private let source: any ByteSource
    private let reader: CSVReader
    private let judge: (CSVReader) -> Verdict
    private let chunk: Chunk
    private var text: [UInt8] = []
    private var lines = 0
    private var endsInReturn = false
    private var isAtEnd = false

    /// `judge` gets the reader at each record but the header.
    package init(
        _ source: any ByteSource, chunkSize: Int = FeedPump.usualChunkSize,
        judge: (CSVReader) -> (CSVReader) -> Verdict
    ) throws(FeedError) {
        self.source = source
        reader = try CSVReader(source)
        self.judge = judge(reader)
        chunk = Chunk(capacity: chunkSize)
        for _ in 0..<reader.byteOrderMarks { text += [0xEF, 0xBB, 0xBF] }
        if reader.header.isEmpty { isAtEnd = true } else { add(changes: [:]) }
    }

    package var scratchFolder: String { source.scratchFolder }

    package func pass() throws(FeedError) {
        text = []
        isAtEnd = true
        try source.pass()
    }

    package func nextChunk() throws(FeedError) -> Chunk? {
        while !isAtEnd, text.count < chunk.capacity {
            guard try reader.next() else {
                isAtEnd = true
                break
            }
            switch judge(reader) {
            case .stays: add(changes: [:])
            case .goes: break
            case .changes(let texts): add(changes: texts)
            }
        }
        guard !text.isEmpty else { return nil }
        chunk.count = min(chunk.capacity, text.count)
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: chunk.count)
            .copyBytes(from: text[..<chunk.count])
        text.removeFirst(chunk.count)
        chunk.encoding = reader.encoding
        chunk.finish()
        return chunk
    }

    /// A record that is too long to be held cannot be handed on.
    private func add(changes: [Int: String]) {
        guard !reader.isCut else { return }
        // Together with a bare carriage return, a line feed would not be a line of its own.
        if lines < reader.line - 1, endsInReturn { text.append(0x20) }
        text.append(contentsOf: repeatElement(10, count: max(reader.line - 1 - lines, 0)))
        lines = reader.row
        let bytes = reader.bytes
        endsInReturn = bytes.last == 13
        let start = text.count
        var place = 0
        for (column, value) in changes.sorted(by: { $0.key < $1.key }) {
            let cell = reader[column]
            guard let first = cell.baseAddress, let whole = bytes.baseAddress,
                case let offset = first - whole, place...bytes.count ~= offset
            else {
                // The cell was put together elsewhere.
                text.removeSubrange(start...)
                text += reader.text(changes).utf8
                return text.append(10)
            }
            text += bytes[place..<offset]
            text += value.utf8
            place = offset + cell.count
        }
        text += bytes[place...]
    }
}
