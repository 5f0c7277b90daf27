/// What a `CSVReader` does: moves from record to record of one file, across its chunks.
struct CSVCursor {
    static let longestRecord = 1 << 20

    private(set) var row = 0
    private(set) var line = 0
    private(set) var byteOffset = 0
    private(set) var records = 0
    private(set) var blankLines = 0
    private(set) var hasUnclosedQuote = false
    private(set) var isRepaired = false
    private(set) var isCut = false
    /// Bytes of the record, its line end among them.
    private(set) var length = 0
    private(set) var scanner: CSVScanner

    private let source: any ByteSource
    private let dialect: CSVDialect
    private var buffer: UnsafeMutableRawPointer
    private var position = 0
    private var end = 0
    private var isFinal = false
    /// The chunk that `buffer` points into; nil while a grown buffer of our own is in use.
    private var chunk: Chunk?
    private var grown: UnsafeMutableRawPointer?
    /// Whether the present record is a line that the dialect leaves out.
    private var isComment = false
    /// Repaired cells of the present record, one after the other.
    private var repairs: UnsafeMutableRawBufferPointer?
    /// The file offset of `buffer`.
    private var bufferOffset = 0

    init(_ source: any ByteSource, dialect: CSVDialect) {
        self.source = source
        self.dialect = dialect
        scanner = CSVScanner(dialect: dialect)
        buffer = .allocate(byteCount: 16, alignment: 16)
        grown = buffer
    }

    /// The memory is the owner's to give back.
    func deallocate() {
        scanner.deallocate()
        grown?.deallocate()
        repairs?.deallocate()
    }

    /// Moves to the next record that is not a blank line. False at the end of the file.
    mutating func next() throws(FeedError) -> Bool {
        while try scanRecord() {
            if isComment { continue }
            if scanner.count == 1, scanner.cells[0].isEmpty, !scanner.traits[0].contains(.quoted),
                !isBlankRecord
            {
                blankLines &+= 1
                continue
            }
            records &+= 1
            return true
        }
        return false
    }

    /// Whether the present record is a blank line that counts as a record all the same.
    private var isBlankRecord: Bool {
        guard dialect == .canonical else { return false }
        // The header, when it has any byte; and the last line, when no line end follows.
        return records == 0 ? length > 1 : !scanner.endsWithLineFeed
    }

    /// Passes a byte order mark and reads the first record.
    mutating func readHeader() throws(FeedError) -> [String] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // The mark may lie across chunks.
        while end < mark.count, !isFinal { try refill(keepingFrom: 0) }
        let start = UnsafeRawBufferPointer(start: buffer, count: end)
        if start.starts(with: mark) { position += mark.count }
        guard try next() else { return [] }
        return (0..<scanner.count).map { String(decoding: scanner.cells[$0], as: UTF8.self) }
    }

    private mutating func scanRecord() throws(FeedError) -> Bool {
        hasUnclosedQuote = false
        isRepaired = false
        isCut = false
        isComment = false
        while true {
            if dialect == .canonical, position < end {
                isComment = buffer.load(fromByteOffset: position, as: UInt8.self) == 35
            }
            let outcome = scanner.scan(
                buffer, from: position, to: end, isFinal: isFinal || isCut,
                quotesAreOrdinary: hasUnclosedQuote || isComment)
            switch outcome {
            case .record(let next):
                byteOffset = bufferOffset &+ position
                length = next &- position
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
                } else if end - position > 2 * Self.longestRecord {
                    // No file has such lines: it is cut, so that it need not be held.
                    isCut = true
                } else {
                    try refill(keepingFrom: position)
                }
            }
        }
    }

    /// Brings the next chunk, with the bytes from `start` on in front of it.
    private mutating func refill(keepingFrom start: Int) throws(FeedError) {
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
    private mutating func adopt(_ saved: [UInt8], followedBy next: Chunk?) {
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

    private mutating func repairText() {
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
