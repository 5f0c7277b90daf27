/// Reads the records of one file, chunk by chunk; the file is never held.
///
/// The header is read on creation. `next()` moves to the next record that is not a blank line; its
/// cells are then valid until the following call.
///
/// ```swift
/// let reader = try CSVReader(source)
/// while try reader.next() {
///     print(reader.row, reader[0].count)
/// }
/// ```
package final class CSVReader {
    /// The column names, trimmed; empty when the file has not even a header.
    package private(set) var header: [String] = []
    /// Bytes that follow the longest record, beyond which an open quote is taken literally.
    package static let longestRecord = 1 << 20

    /// The line on which the record ends, 1 for a header without line breaks in it: what the field
    /// calls `csvRowNumber`.
    package private(set) var row = 0
    /// The line on which the record begins.
    package private(set) var line = 0
    /// The offset of the record's first byte in the file (after conversion to UTF-8).
    package private(set) var byteOffset = 0
    /// Blank lines passed so far.
    package private(set) var blankLines = 0
    /// Whether a quote was never closed in this record, and so read as an ordinary byte.
    package private(set) var hasUnclosedQuote = false
    /// Whether bytes of the record were not UTF-8; the cells' traits tell which.
    package private(set) var isRepaired = false

    private let source: any ByteSource
    private var scanner = CSVScanner()
    private var buffer: UnsafeMutableRawPointer
    private var position = 0
    private var end = 0
    private var isFinal = false
    /// The chunk that `buffer` points into; nil while a grown buffer of our own is in use.
    private var chunk: Chunk?
    private var grown: UnsafeMutableRawPointer?
    /// Repaired cells of the present record, one after the other.
    private var repairs: UnsafeMutableRawBufferPointer?
    /// The file offset of `buffer`.
    private var bufferOffset = 0

    /// Reads the header.
    package init(_ source: any ByteSource) throws(FeedError) {
        self.source = source
        buffer = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        grown = buffer
        try readHeader()
    }

    deinit {
        scanner.deallocate()
        grown?.deallocate()
        repairs?.deallocate()
    }

    /// How many cells the record has.
    package var count: Int { scanner.count }

    /// A cell without quotes and without blanks at its ends; count 0 when it is blank.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        scanner.cells[index]
    }

    /// The record's cells; `count` of them, valid until the next call of `next()`.
    package var cells: UnsafePointer<UnsafeRawBufferPointer> {
        UnsafePointer(scanner.cells)
    }

    /// The traits of all cells together.
    package var allTraits: CSVScanner.Traits { scanner.allTraits }

    /// Whether a line break stands inside the record, in quotes.
    package var holdsLineBreak: Bool { scanner.lines > 1 }

    package func traits(_ index: Int) -> CSVScanner.Traits {
        scanner.traits[index]
    }

    /// The record as CSV, for people and for `rejected`.
    package func text() -> String {
        (0..<count).map { index in
            let text = String(decoding: self[index], as: UTF8.self)
            let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            guard needsQuotes || traits(index).contains(.quoted) else { return text }
            let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
            return "\"" + doubled.joined(separator: "\"\"") + "\""
        }
        .joined(separator: ",")
    }

    /// Moves to the next record that is not a blank line. False at the end of the file.
    package func next() throws(FeedError) -> Bool {
        while try scanRecord() {
            if scanner.count == 1, scanner.cells[0].isEmpty, !scanner.traits[0].contains(.quoted) {
                blankLines &+= 1
                continue
            }
            return true
        }
        return false
    }

    private func readHeader() throws(FeedError) {
        try refill(keepingFrom: 0)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if end - position >= 3, (0..<3).allSatisfy({ byte(at: position + $0) == mark[$0] }) {
            position += 3
        }
        guard try next() else { return }
        header = (0..<count).map { String(decoding: self[$0], as: UTF8.self) }
    }

    private func byte(at offset: Int) -> UInt8 {
        buffer.load(fromByteOffset: offset, as: UInt8.self)
    }

    private func scanRecord() throws(FeedError) -> Bool {
        hasUnclosedQuote = false
        isRepaired = false
        while true {
            let outcome = scanner.scan(
                buffer, from: position, to: end, isFinal: isFinal,
                quotesAreOrdinary: hasUnclosedQuote)
            switch outcome {
            case .record(let next):
                byteOffset = bufferOffset &+ position
                line = row &+ 1
                row &+= scanner.lines
                position = next
                scanner.unescape()
                if scanner.mayHoldNonASCII { repairText() }
                return true
            case .incomplete:
                if isFinal {
                    guard position < end else { return false }
                    hasUnclosedQuote = true
                } else if end - position > Self.longestRecord, !hasUnclosedQuote {
                    // Without quotes the record ends at the next line break, which may be here.
                    hasUnclosedQuote = true
                } else {
                    try refill(keepingFrom: position)
                }
            }
        }
    }

    /// Brings the next chunk, with the bytes from `start` on in front of it.
    private func refill(keepingFrom start: Int) throws(FeedError) {
        let kept = end - start
        // The kept bytes must survive the chunk's return to its owner, which is free to refill it.
        var saved: [UInt8] = []
        if kept > 0 {
            saved = Array(UnsafeRawBufferPointer(start: buffer + start, count: kept))
        }
        guard let next = try source.nextChunk() else {
            isFinal = true
            if kept > 0 || chunk != nil { adopt(saved, followedBy: nil) }
            bufferOffset += start
            return
        }
        bufferOffset += start
        if kept <= Chunk.headroom {
            if let old = grown {
                old.deallocate()
                grown = nil
            }
            chunk = next
            buffer = next.bytes - kept
            saved.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress {
                    buffer.copyMemory(from: base, byteCount: kept)
                }
            }
            end = kept + next.count
            (buffer + end).initializeMemory(as: UInt8.self, repeating: 0, count: Chunk.padding)
        } else {
            adopt(saved, followedBy: next)
        }
        position = 0
    }

    /// Moves to a buffer of our own: for a record longer than the headroom, and for the last bytes.
    private func adopt(_ saved: [UInt8], followedBy next: Chunk?) {
        let total = saved.count + (next?.count ?? 0)
        let larger = UnsafeMutableRawPointer.allocate(
            byteCount: total + Chunk.padding, alignment: 16)
        saved.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress {
                larger.copyMemory(from: base, byteCount: bytes.count)
            }
        }
        if let next {
            (larger + saved.count).copyMemory(from: next.bytes, byteCount: next.count)
        }
        (larger + total).initializeMemory(as: UInt8.self, repeating: 0, count: Chunk.padding)
        grown?.deallocate()
        grown = larger
        chunk = nil
        buffer = larger
        position = 0
        end = total
    }

    private func repairText() {
        let broken = (0..<scanner.count).filter { !UTF8Check.isValid(scanner.cells[$0]) }
        guard !broken.isEmpty else { return }
        isRepaired = true
        let texts = broken.map { UTF8Check.repaired(scanner.cells[$0]) }
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: texts.reduce(0) { $0 + $1.count }, alignment: 1)
        repairs?.deallocate()
        repairs = memory
        var offset = 0
        for (index, text) in zip(broken, texts) {
            let cell = UnsafeMutableRawBufferPointer(
                rebasing: memory[offset..<offset + text.count])
            cell.copyBytes(from: text)
            scanner.replace(index, with: UnsafeRawBufferPointer(cell), adding: .repaired)
            offset += text.count
        }
    }
}
