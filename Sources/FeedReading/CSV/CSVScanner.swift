/// Finds the cells of one record in a buffer of UTF-8, eight bytes at a time.
///
/// The innermost of three layers, like csv-core: it allocates nothing, owns no buffer and knows no
/// header. `CSVReader` feeds it with bytes and hands out its cells.
///
///     a,"b ""c""", d\r\n
///     ^   cells: [a] [b "c"] [d], quoted: [-] [yes] [-]
///
/// Rules, chosen so that no input fails:
/// - A cell is quoted when its first byte other than a blank is `"`. Inside, `""` is a quote.
/// - Bytes between the closing quote and the next comma are part of the cell (`"a"b` is `ab`).
/// - A quote anywhere else is an ordinary byte.
/// - LF, CRLF, CRCRLF and a bare CR end a record; `lineEnd` reports the last two.
/// - Blanks (bytes up to 0x20, including NUL only in the canonical dialect) at both ends of a cell
///   are trimmed; this is noted for a quoted cell, and for control characters.
package struct CSVScanner {
    private(set) var cells: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private(set) var traits: UnsafeMutablePointer<Traits>
    private(set) var count = 0
    private var capacity: Int
    /// Includes the record's own line end.
    private(set) var lines = 0
    /// A cell has a carriage return without a line feed after it.
    private(set) var holdsBareReturn = false
    private(set) var endsWithLineFeed = false
    /// Whether cells were left out, because no record has so many.
    private(set) var hasTooManyCells = false
    private(set) var lineEnd = LineEnd.usual
    /// The record may have a byte of 0x80 or more, or one to be replaced.
    private(set) var mayNeedRepair = false
    /// Only for records that do not come from marks.
    private(set) var mayHoldNUL = false
    /// Most records have none, as one check shows.
    private(set) var allTraits: Traits = []
    /// From cells with the traits `paddedInQuotes` or `blankInQuotes`.
    private(set) var paddings: [Padding] = []
    /// Only line feeds end a record, open quotes reach to the end of the file, and stray quotes are
    /// kept.
    private let isCanonical: Bool
    private let blanks: Blanks
    /// A quote after blanks opens no cell, as in the header of the canonical dialect.
    var blanksHideQuotes = false
    private var hasTraits = false
    /// The last record was not taken from marks, and may have more than traits.
    private var wasScanned = false

    /// A power of two times the first capacity.
    private static let mostCells = 1 << 20

    init(capacity: Int = 64, dialect: CSVDialect = .forgiving) {
        self.capacity = capacity
        isCanonical = dialect == .canonical
        blanks = Blanks(dialect)
        cells = .allocate(capacity: capacity)
        traits = .allocate(capacity: capacity)
        traits.initialize(repeating: [], count: capacity)
    }

    /// The owner must free the memory: this is a plain struct inside a final class.
    func deallocate() {
        cells.deallocate()
        traits.deallocate()
    }

    /// Works for nearly all records. False, and no cells, when the marks are not enough. `start`
    /// and `marks` move past the record.
    @inline(__always)
    mutating func takeMarked(
        _ bytes: UnsafeRawPointer, from start: inout Int, marks: inout MarkRange
    ) -> Bool {
        guard marks.beginsLine, let first = marks.next, let end = marks.end else { return false }
        let most = min(end - first, capacity)  // with more, it is scanned
        var cellStart = bytes + start
        var index = 0
        while index < most {
            let value = first[index]
            let place = bytes + Int(value & ChunkMarks.place)
            cells[index] = UnsafeRawBufferPointer(start: cellStart, count: place - cellStart)
            cellStart = place + 1
            index &+= 1
            guard value >= ChunkMarks.lineEnd else { continue }
            guard value & ChunkMarks.odd == 0 else { return false }
            finishMarked(index, lineEnd: place, mark: value)
            start = cellStart - bytes
            marks.next = first + index
            return true
        }
        return false
    }

    @inline(__always)
    private mutating func finishMarked(
        _ cellCount: Int, lineEnd: UnsafeRawPointer, mark: UInt32
    ) {
        count = cellCount
        let last = cells[count &- 1]
        if !last.isEmpty, (lineEnd - 1).load(as: UInt8.self) == 13 {
            cells[count &- 1] = UnsafeRawBufferPointer(
                start: last.baseAddress, count: last.count &- 1)
        }
        if mark & ChunkMarks.padded != 0 {
            for index in 0..<count { cells[index] = blanks.trimmed(cells[index]) }
        }
        if wasScanned {
            wasScanned = false
            paddings = []
            mayHoldNUL = false
        }
        if mark & ChunkMarks.quoted != 0 {
            takeQuotesOff(mark)
        } else if hasTraits {
            hasTraits = false
            traits.update(repeating: [], count: capacity)
            allTraits = []
        }
        (lines, endsWithLineFeed, holdsBareReturn) = (1, true, false)
        mayNeedRepair = mark & ChunkMarks.nonASCII != 0
    }

    /// In a marked record each quote at the start of a cell has another at the cell's end.
    private mutating func takeQuotesOff(_ mark: UInt32) {
        let quote = UInt8(ascii: "\"")
        let cells = cells
        let traits = traits
        var found: Traits = []
        for index in 0..<count {
            let cell = cells[index]
            var cellTraits: Traits = []
            if let start = cell.baseAddress, start.load(as: UInt8.self) == quote, cell.count > 1 {
                cells[index] = UnsafeRawBufferPointer(start: start + 1, count: cell.count &- 2)
                cellTraits = .quoted
            }
            traits[index] = cellTraits
            found.formUnion(cellTraits)
        }
        if mark & ChunkMarks.doubled != 0 {
            for index in 0..<count where traits[index] == .quoted && cells[index].contains(quote) {
                traits[index] = [.quoted, .escaped]
                found.insert(.escaped)
            }
        }
        allTraits = found
        hasTraits = true
    }

    /// Whatever the record's content. Eight readable bytes must follow `end`, which ends the record
    /// if `isFinal`. `quotesAreOrdinary` serves a quote that is never closed.
    mutating func scan(
        _ buffer: UnsafeRawPointer, from start: Int, to end: Int, isFinal: Bool,
        quotesAreOrdinary: Bool
    ) -> Outcome {
        hasTraits = true
        wasScanned = true
        let comma = UInt8(ascii: ",")
        let quote = UInt8(ascii: "\"")
        let lineFeed: UInt8 = 10
        let carriageReturn: UInt8 = 13
        count = 0
        lines = 0
        allTraits = []
        endsWithLineFeed = false
        holdsBareReturn = false
        lineEnd = .usual
        hasTooManyCells = false
        if !paddings.isEmpty { paddings = [] }
        var nonASCII: UInt64 = 0
        var nuls: UInt64 = 0
        var cellStart = start
        var inQuotes = false
        var cellTraits: Traits = []
        var closingQuote = -1
        var ignoredQuote = -1
        var block = start
        while block < end {
            let word = UInt64(
                littleEndian: buffer.loadUnaligned(fromByteOffset: block, as: UInt64.self))
            nonASCII |= word
            // Sometimes true of words without a NUL, and of zeros after the end.
            nuls |= (word &- Self.ones) & ~word
            var specials =
                Self.matches(word, comma) | Self.matches(word, lineFeed)
                | Self.matches(word, quote) | Self.matches(word, carriageReturn)
            while specials != 0 {
                let position = block &+ specials.trailingZeroBitCount &>> 3
                specials &= specials &- 1
                guard position < end else { break }
                let byte = buffer.load(fromByteOffset: position, as: UInt8.self)
                if inQuotes {
                    if byte == quote {
                        if position == ignoredQuote { continue }
                        if position &+ 1 < end {
                            if buffer.load(fromByteOffset: position &+ 1, as: UInt8.self) == quote {
                                cellTraits.insert(.escaped)
                                ignoredQuote = position &+ 1
                                continue
                            }
                        } else if !isFinal {
                            return .incomplete
                        }
                        inQuotes = false
                        closingQuote = position
                    } else if byte == lineFeed {
                        lines &+= 1
                    } else if byte == carriageReturn {
                        holdsBareReturn = true
                    }
                    continue
                }
                if byte == comma {
                    addCell(
                        buffer, from: cellStart, to: position, traits: cellTraits,
                        closingQuote: closingQuote)
                    cellStart = position &+ 1
                    cellTraits = []
                    closingQuote = -1
                } else if byte == quote {
                    if closingQuote < 0, !quotesAreOrdinary,
                        blanksHideQuotes
                            ? position == cellStart
                            : blanks.areAll(buffer, from: cellStart, to: position)
                    {
                        inQuotes = true
                        cellTraits = .quoted
                        if Blanks.haveControls(buffer, from: cellStart, to: position) {
                            cellTraits.insert(.trimmedControls)
                        }
                        cellStart = position &+ 1
                    }
                } else if byte == lineFeed {
                    addCell(
                        buffer, from: cellStart, to: position, traits: cellTraits,
                        closingQuote: closingQuote)
                    lines &+= 1
                    endsWithLineFeed = true
                    finishFlags(nonASCII, nuls)
                    return .record(next: position &+ 1)
                } else if isCanonical {
                    if position &+ 1 < end,
                        buffer.load(fromByteOffset: position &+ 1, as: UInt8.self) != lineFeed
                    {
                        holdsBareReturn = true
                    }
                } else {
                    // A carriage return belongs to the line end of a line feed that follows, with
                    // at most one more return in between; otherwise it is a line end itself.
                    guard position &+ 2 < end || isFinal else { return .incomplete }
                    addCell(
                        buffer, from: cellStart, to: position, traits: cellTraits,
                        closingQuote: closingQuote)
                    lines &+= 1
                    finishFlags(nonASCII, nuls)
                    var next = position &+ 1
                    if next < end, buffer.load(fromByteOffset: next, as: UInt8.self) == lineFeed {
                        next &+= 1
                    } else if next &+ 1 < end,
                        buffer.load(fromByteOffset: next, as: UInt8.self) == carriageReturn,
                        buffer.load(fromByteOffset: next &+ 1, as: UInt8.self) == lineFeed
                    {
                        next &+= 2
                        lineEnd = .doubledReturn
                    } else if next < end {
                        lineEnd = .bareReturn
                    }
                    return .record(next: next)
                }
            }
            block &+= 8
        }
        guard isFinal, start < end, !inQuotes || isCanonical else { return .incomplete }
        if inQuotes {
            closingQuote = end
            if cellStart == end {
                // A quote with nothing after it is itself the value.
                cellStart &-= 1
                cellTraits = []
            }
        }
        addCell(buffer, from: cellStart, to: end, traits: cellTraits, closingQuote: closingQuote)
        lines &+= 1
        finishFlags(nonASCII, nuls)
        return .record(next: end)
    }

    /// Upper bits of `nonASCII` are set where any byte of the record had one, those of `nuls` where
    /// any was 0.
    @inline(__always)
    private mutating func finishFlags(_ nonASCII: UInt64, _ nuls: UInt64) {
        mayHoldNUL = !isCanonical && nuls & ~Self.low7 != 0
        mayNeedRepair = mayHoldNUL || nonASCII & ~Self.low7 != 0
    }

    @inline(__always)
    private mutating func addCell(
        _ buffer: UnsafeRawPointer, from start: Int, to end: Int, traits cellTraits: Traits,
        closingQuote: Int
    ) {
        if count == capacity {
            guard capacity < Self.mostCells else {
                hasTooManyCells = true
                return
            }
            grow()
        }
        var start = start
        var end = end
        var found = cellTraits
        if cellTraits.contains(.quoted) {
            if blanks.areAll(buffer, from: closingQuote &+ 1, to: end) {
                if Blanks.haveControls(buffer, from: closingQuote &+ 1, to: end) {
                    found.insert(.trimmedControls)
                }
                end = closingQuote
            } else if isCanonical {
                start &-= 1
                found = [.strayQuote, .escaped]
            } else {
                found.formUnion([.strayQuote, .escaped])
            }
            let bounds = (start, end)
            blanks.trim(buffer, from: &start, to: &end)
            if bounds != (start, end), !(isCanonical && found.contains(.strayQuote)) {
                found.insert(start < end ? .paddedInQuotes : .blankInQuotes)
                let padding = (
                    UnsafeRawBufferPointer(start: buffer + bounds.0, count: start &- bounds.0),
                    UnsafeRawBufferPointer(start: buffer + end, count: bounds.1 &- end)
                )
                paddings.append(
                    Padding(cell: count, leading: Array(padding.0), trailing: Array(padding.1)))
            }
        } else {
            let bounds = (start, end)
            blanks.trim(buffer, from: &start, to: &end)
            if bounds != (start, end),
                Blanks.haveControls(buffer, from: bounds.0, to: start)
                    || Blanks.haveControls(buffer, from: end, to: bounds.1)
            {
                found.insert(.trimmedControls)
            }
        }
        cells[count] = UnsafeRawBufferPointer(start: buffer + start, count: end &- start)
        traits[count] = found
        allTraits.formUnion(found)
        count &+= 1
    }

    /// The beginning of a record that is not held becomes its only cell.
    mutating func takeWhole(_ beginning: UnsafeRawBufferPointer, lines: Int) {
        hasTraits = true
        wasScanned = true
        cells[0] = beginning
        traits[0] = []
        count = 1
        self.lines = lines
        allTraits = []
        paddings = []
        endsWithLineFeed = true
        holdsBareReturn = false
        lineEnd = .usual
        mayNeedRepair = false
        mayHoldNUL = false
        hasTooManyCells = false
    }

    mutating func replace(_ index: Int, with bytes: UnsafeRawBufferPointer, adding found: Traits) {
        cells[index] = bytes
        // Otherwise the next record would inherit them.
        hasTraits = true
        wasScanned = true
        traits[index].formUnion(found)
        allTraits.formUnion(found)
    }

    /// Only for a finished record: an incomplete one is scanned again from its start. `memory` has
    /// room for as many bytes as the record has; other readers use the chunk's own bytes.
    mutating func unescape(into memory: UnsafeMutableRawPointer) {
        allTraits.remove(.escaped)
        let quote = UInt8(ascii: "\"")
        var start = memory
        for index in 0..<count where traits[index].contains(.escaped) {
            traits[index].remove(.escaped)
            let cell = cells[index]
            // The canonical dialect keeps the quotes of such a cell, including the first.
            let keepsQuotes = isCanonical && traits[index].contains(.strayQuote)
            var write = 0
            var read = 0
            // After the closing quote of `"a"b` every byte is literal.
            var closed = false
            if keepsQuotes, let first = cell.first {
                start.storeBytes(of: first, as: UInt8.self)
                write = 1
                read = 1
            }
            while read < cell.count {
                let byte = cell[read]
                if byte == quote, !closed {
                    if read + 1 < cell.count, cell[read + 1] == quote {
                        read += 1
                    } else if traits[index].contains(.strayQuote) {
                        closed = true
                        if !keepsQuotes {
                            read += 1
                            continue
                        }
                    }
                }
                read += 1
                // `"" x` is `x`: the blanks were inside when the closing quote was before them.
                if write == 0, blanks.contains(byte) { continue }
                start.storeBytes(of: byte, toByteOffset: write, as: UInt8.self)
                write += 1
            }
            cells[index] = UnsafeRawBufferPointer(start: start, count: write)
            start += write
        }
    }

    private mutating func grow() {
        let larger = capacity * 2
        let newCells = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(capacity: larger)
        let newTraits = UnsafeMutablePointer<Traits>.allocate(capacity: larger)
        newCells.update(from: cells, count: count)
        newTraits.initialize(repeating: [], count: larger)
        newTraits.update(from: traits, count: count)
        deallocate()
        cells = newCells
        traits = newTraits
        capacity = larger
    }
}
