/// Moves from record to record of one file, across its chunks.
struct CSVCursor {
    private static let keptOfLong = 4096

    private(set) var row = 0
    private(set) var line = 0
    private(set) var byteOffset = 0
    private(set) var records = 0
    private(set) var blankLines = 0
    /// In names of the header, and blank lines so far, something was trimmed that counts.
    private(set) var trimmedOutsideRows = 0
    private(set) var hasUnclosedQuote = false
    private(set) var isRepaired = false
    private(set) var isCut = false
    /// One line of valid text with all quotes in their place.
    private(set) var isOrdinary = false
    /// In bytes, including the line end.
    private(set) var length = 0
    private(set) var scanner: CSVScanner
    private(set) var bareReturns = LineEndTally()
    private(set) var doubledReturns = LineEndTally()
    private(set) var encoding = TextEncoding.utf8
    /// All but the first are superfluous.
    private(set) var byteOrderMarks = 0

    private var source: any ByteSource
    private let dialect: CSVDialect
    private let longestRecord: Int
    private var buffer: UnsafeRawPointer
    private var position = 0
    private var end = 0
    private var bufferOffset = 0
    /// The marks after `position`; none in the boundary.
    private var marks = MarkRange.none
    /// All marks of the chunk, once a record begins in it.
    private var chunkMarks = MarkRange.none
    /// The chunk that was taken last; nil before the first and after the last.
    private var chunk: Chunk?
    private var boundary = BoundaryRecord()
    private var isAtBoundary = true
    private var isFinal = false
    /// The present record is a line that the dialect skips.
    private var isComment = false
    /// The cells of the present record that were unescaped or repaired.
    private var unescaped = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var repairs = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init(_ source: any ByteSource, dialect: CSVDialect, longestRecord: Int) {
        self.source = source
        self.longestRecord = longestRecord
        self.dialect = dialect
        scanner = CSVScanner(dialect: dialect)
        buffer = UnsafeRawPointer(boundary.bytes)
    }

    /// The owner must free the memory.
    func deallocate() {
        scanner.deallocate()
        boundary.deallocate()
        unescaped.deallocate()
        repairs.deallocate()
    }

    /// Skips blank lines. False at the end of the file.
    mutating func next() throws(FeedError) -> Bool {
        while try scanRecord() {
            if isComment { continue }
            if scanner.count == 1, scanner.cells[0].isEmpty, !scanner.traits[0].contains(.quoted),
                !isBlankRecord
            {
                blankLines &+= 1
                if scanner.traits[0].isTrimmed { trimmedOutsideRows &+= 1 }
                continue
            }
            records &+= 1
            return true
        }
        return false
    }

    private var isBlankRecord: Bool {
        guard dialect == .canonical else { return false }
        // The header, when it has any byte; and the last line, when it has no line end.
        return records == 0 ? length > 1 : !scanner.endsWithLineFeed
    }

    mutating func readHeader() throws(FeedError) -> [String] {
        // The canonical validator removes one from the bytes, and its parser another from the text.
        let mostMarks = dialect == .canonical ? 2 : Int.max
        while byteOrderMarks < mostMarks, try passByteOrderMark() { byteOrderMarks += 1 }
        scanner.blanksHideQuotes = dialect == .canonical
        defer { scanner.blanksHideQuotes = false }
        guard try next() else { return [] }
        trimmedOutsideRows += (0..<scanner.count).count { scanner.traits[$0].isTrimmed }
        return (0..<scanner.count).map { name(String(decoding: scanner.cells[$0], as: UTF8.self)) }
    }

    private mutating func passByteOrderMark() throws(FeedError) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        // The mark may cross chunks.
        while end - position < mark.count, !isFinal { try refill(keepingFrom: position) }
        let rest = UnsafeRawBufferPointer(start: buffer + position, count: end - position)
        guard rest.starts(with: mark) else { return false }
        position += mark.count
        return true
    }

    /// The canonical validator's parser removes single quotes.
    private func name(_ text: String) -> String {
        guard dialect == .canonical, text.utf8.count > 2, text.utf8.first == UInt8(ascii: "'"),
            text.utf8.last == UInt8(ascii: "'")
        else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// In the chunk; nil when the next record begins before it.
    mutating func placeInChunk() -> Int? {
        if isAtBoundary, let chunk, position >= boundary.chunkStart { enter(chunk) }
        return isAtBoundary ? nil : position
    }

    /// Others have read these records: one line each, the first of which begins at
    /// ``placeInChunk()``. `place` is the end of the last; `passedMarks` of the chunk's marks come
    /// before it.
    mutating func pass(_ count: Int, to place: Int, passedMarks: Int) {
        position = place
        marks = chunkMarks
        marks.next = marks.next.map { $0 + passedMarks }
        records &+= count
        row &+= count
        line = row
    }

    /// Of the present record, unless it is cut.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer + (byteOffset - bufferOffset), count: length)
    }

    private mutating func scanRecord() throws(FeedError) -> Bool {
        hasUnclosedQuote = false
        isRepaired = false
        isCut = false
        if isAtBoundary, let chunk, position >= boundary.chunkStart { enter(chunk) }
        lookForComment()
        let start = position
        guard !isComment, scanner.takeMarked(buffer, from: &position, marks: &marks) else {
            return try scanUnmarked()
        }
        finishRecord(from: start)
        isOrdinary = !isRepaired
        return true
    }

    /// Handles what the marks do not tell: stray quotes, bare carriage returns, and the ends of
    /// chunks.
    private mutating func scanUnmarked() throws(FeedError) -> Bool {
        while true {
            let outcome = scanner.scan(
                buffer, from: position, to: end, isFinal: isFinal || isCut,
                quotesAreOrdinary: hasUnclosedQuote || isComment)
            switch outcome {
            case .record(let next):
                let start = position
                if scanner.hasTooManyCells {
                    isCut = true
                    keepBeginning()
                    scanner.takeWhole(UnsafeRawBufferPointer(unescaped), lines: scanner.lines)
                }
                position = next
                marks.skip(to: next, in: buffer)
                finishRecord(from: start)
                noteLineEnd()
                isOrdinary =
                    scanner.allTraits.subtracting(.quoted).isEmpty && scanner.lines == 1
                    && !scanner.holdsBareReturn && !hasUnclosedQuote && !isCut && !isRepaired
                return true
            case .incomplete:
                if isFinal {
                    guard position < end else { return false }
                    hasUnclosedQuote = true
                } else if end - position > longestRecord {
                    isCut = true
                    // The canonical validator reads no further.
                    if dialect != .canonical || isComment, try passLongRecord() { return true }
                } else {
                    try refill(keepingFrom: position)
                    lookForComment()
                }
            }
        }
    }

    /// Skips a record that is too long to be held, keeping only its beginning.
    ///
    /// False when a quote in it is never closed: the record then begins again, with that quote as
    /// an ordinary byte, and ends at the next line break. If the file goes on for too long to be
    /// put aside, all the rest is that record.
    private mutating func passLongRecord() throws(FeedError) -> Bool {
        let start = bufferOffset + position
        let isOrdinaryText = hasUnclosedQuote || isComment
        var record = LongRecord(dialect, quotesAreOrdinary: isOrdinaryText)
        keepBeginning()
        var aside = isOrdinaryText ? nil : try PutAsideBytes(in: source.scratchFolder)
        while true {
            let rest = UnsafeRawBufferPointer(start: buffer + position, count: end - position)
            position += record.pass(rest)
            if record.isAtEnd { break }
            if try aside?.append(rest) == false { aside = nil }
            if isAtBoundary, let chunk, position >= boundary.chunkStart { enter(chunk) }
            if position < end { continue }
            try refill(keepingFrom: position)
            guard isFinal else { continue }
            record.finishFile()
            break
        }
        if !record.isAtEnd, let aside {
            beginAgain(aside, at: start)
            return false
        }
        scanner.takeWhole(UnsafeRawBufferPointer(unescaped), lines: record.lines)
        marks.skip(to: position, in: buffer)
        byteOffset = start
        length = bufferOffset + position - start
        line = row &+ 1
        row &+= record.lines
        isOrdinary = false
        return true
    }

    private mutating func keepBeginning() {
        unescaped.deallocate()
        unescaped = .allocate(byteCount: min(Self.keptOfLong, end - position), alignment: 1)
        unescaped.copyMemory(
            from: UnsafeRawBufferPointer(start: buffer + position, count: unescaped.count))
    }

    private mutating func beginAgain(_ bytes: PutAsideBytes, at offset: Int) {
        source = bytes
        boundary.drop(boundary.count)
        boundary.beginChunk()
        enterBoundary()
        bufferOffset = offset
        isFinal = false
        isCut = false
        hasUnclosedQuote = true
    }

    private mutating func noteLineEnd() {
        switch scanner.lineEnd {
        case .usual: break
        case .bareReturn: bareReturns.add(row)
        case .doubledReturn: doubledReturns.add(row)
        }
    }

    private mutating func lookForComment() {
        isComment =
            dialect == .canonical && position < end
            && buffer.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "#")
    }

    @inline(__always)
    private mutating func finishRecord(from start: Int) {
        byteOffset = bufferOffset &+ start
        length = position &- start
        line = row &+ 1
        row &+= scanner.lines
        if scanner.allTraits.contains(.escaped) { unescape() }
        if scanner.mayNeedRepair { repairText() }
    }

    /// The bytes from `start` on move to the start of the buffer.
    private mutating func refill(keepingFrom start: Int) throws(FeedError) {
        bufferOffset += start
        var isRead = true
        if isAtBoundary {
            boundary.drop(start)
            if let chunk { isRead = boundary.isWhole(chunk) }
        } else {
            // The chunk goes back to its owner, who may refill it.
            boundary.hold(UnsafeRawBufferPointer(start: buffer + start, count: end - start))
        }
        if isRead {
            chunk = nil
            enterBoundary()
            chunk = try source.nextChunk()
            if let chunk { encoding = chunk.encoding }
            boundary.beginChunk()
        }
        guard let chunk else {
            isFinal = true
            return
        }
        if boundary.count == 0 {
            enter(chunk)
        } else {
            boundary.extend(with: chunk)
            enterBoundary()
        }
    }

    private mutating func enterBoundary() {
        isAtBoundary = true
        buffer = UnsafeRawPointer(boundary.bytes)
        position = 0
        end = boundary.count
        marks = .none
    }

    private mutating func enter(_ chunk: Chunk) {
        isAtBoundary = false
        bufferOffset += boundary.chunkStart
        position -= boundary.chunkStart
        buffer = UnsafeRawPointer(chunk.bytes)
        end = chunk.count
        chunkMarks = chunk.marks
        marks = chunkMarks
        marks.skip(to: position, in: buffer)
    }

    private mutating func unescape() {
        if unescaped.count < length {
            unescaped.deallocate()
            unescaped = .allocate(byteCount: 2 * length, alignment: 1)
        }
        if let memory = unescaped.baseAddress { scanner.unescape(into: memory) }
    }

    private mutating func repairText() {
        let replacesNUL = scanner.mayHoldNUL
        var broken: [(cell: Int, traits: CSVScanner.Traits)] = []
        for index in 0..<scanner.count {
            let cell = scanner.cells[index]
            var found: CSVScanner.Traits = UTF8Check.isValid(cell) ? [] : .repaired
            if replacesNUL, cell.contains(0) { found.insert(.nul) }
            if !found.isEmpty { broken.append((index, found)) }
        }
        guard !broken.isEmpty else { return }
        isRepaired = true
        let texts = broken.map {
            UTF8Check.repaired(
                scanner.cells[$0.cell], dialect: dialect, replacingNUL: replacesNUL)
        }
        repairs.deallocate()
        repairs = .allocate(byteCount: texts.reduce(0) { $0 + $1.count }, alignment: 1)
        var offset = 0
        for (part, text) in zip(broken, texts) {
            let cell = UnsafeMutableRawBufferPointer(
                rebasing: repairs[offset..<offset + text.count])
            cell.copyBytes(from: text)
            scanner.replace(part.cell, with: UnsafeRawBufferPointer(cell), adding: part.traits)
            offset += text.count
        }
    }
}

package struct LineEndTally: Sendable {
    package private(set) var firstRow = 0
    package private(set) var count = 0

    mutating func add(_ row: Int) {
        if count == 0 { firstRow = row }
        count += 1
    }
}
