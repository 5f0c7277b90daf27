/// Reads the records of one file, chunk by chunk; the file is never held.
///
/// The header is read on creation. `next()` moves to the next record that is not a blank line; its
/// cells are then valid until the following call.
///
/// ```swift
/// var counts: [Int: Int] = [:]
/// let reader = try CSVReader(source)
/// while try reader.next() {
///     counts[reader.row] = reader.count
/// }
/// ```
package final class CSVReader {
    /// Trimmed; empty when the file has not even a header.
    package let header: [String]
    /// The longest record, in bytes; only the beginning of a longer one is kept.
    package static let longestRecord = 1 << 24

    package let dialect: CSVDialect

    /// Behind a pointer: every access to a stored `var` of a class is checked at run time, which
    /// would cost more than scanning.
    private let cursor: UnsafeMutablePointer<CSVCursor>

    package init(
        _ source: any ByteSource, dialect: CSVDialect = .forgiving,
        longestRecord: Int = CSVReader.longestRecord
    ) throws(FeedError) {
        self.dialect = dialect
        var start = CSVCursor(source, dialect: dialect, longestRecord: longestRecord)
        do throws(FeedError) {
            header = try start.readHeader()
        } catch {
            start.deallocate()
            throw error
        }
        cursor = .allocate(capacity: 1)
        cursor.initialize(to: start)
    }

    deinit {
        cursor.pointee.deallocate()
        cursor.deinitialize(count: 1)
        cursor.deallocate()
    }

    /// The line on which the record ends; 1 for a header without line breaks. Validators call it
    /// `csvRowNumber`.
    package var row: Int { cursor.pointee.row }
    package var line: Int { cursor.pointee.line }
    /// In the file, after conversion to UTF-8.
    package var byteOffset: Int { cursor.pointee.byteOffset }
    package var byteLength: Int { cursor.pointee.length }
    /// Includes the header, not blank lines.
    package var records: Int { cursor.pointee.records }
    package var blankLines: Int { cursor.pointee.blankLines }
    /// Names in the header with ``CSVScanner/Traits/isTrimmed``, and blank lines so far.
    package var trimmedOutsideRows: Int { cursor.pointee.trimmedOutsideRows }
    /// The quote was therefore read as an ordinary byte.
    package var hasUnclosedQuote: Bool { cursor.pointee.hasUnclosedQuote }
    /// Whether the record is too long: its only cell is its beginning. In the canonical dialect
    /// nothing is read beyond it.
    package var isCut: Bool { cursor.pointee.isCut }
    /// The cells' traits tell which bytes were replaced, and why.
    package var isRepaired: Bool { cursor.pointee.isRepaired }

    /// One line of valid text with all quotes in their place: only its cells need checking.
    package var isOrdinary: Bool { cursor.pointee.isOrdinary }

    /// Lines so far that end in a lone carriage return.
    package var bareReturns: LineEndTally { cursor.pointee.bareReturns }
    package var doubledReturns: LineEndTally { cursor.pointee.doubledReturns }
    package var encoding: TextEncoding { cursor.pointee.encoding }
    package var byteOrderMarks: Int { cursor.pointee.byteOrderMarks }

    package var count: Int { cursor.pointee.scanner.count }

    /// Without quotes and without blanks at its ends; its count is 0 when it is blank.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        precondition(index >= 0 && index < count, "no such cell")
        return cursor.pointee.scanner.cells[index]
    }

    /// `count` of them, valid until the next call of `next()`.
    package var cells: UnsafePointer<UnsafeRawBufferPointer> {
        UnsafePointer(cursor.pointee.scanner.cells)
    }

    package var allTraits: CSVScanner.Traits { cursor.pointee.scanner.allTraits }

    package var holdsLineBreak: Bool {
        cursor.pointee.scanner.lines > 1 || cursor.pointee.scanner.holdsBareReturn
    }

    package func traits(_ index: Int) -> CSVScanner.Traits {
        cursor.pointee.scanner.traits[index]
    }

    /// Includes the blanks inside quotes.
    package func untrimmed(_ index: Int) -> String {
        let cell = String(decoding: self[index], as: UTF8.self)
        guard traits(index).isTrimmed,
            let padding = cursor.pointee.scanner.paddings.first(where: { $0.cell == index })
        else { return cell }
        return String(decoding: padding.leading, as: UTF8.self) + cell
            + String(decoding: padding.trailing, as: UTF8.self)
    }

    /// The cells of a record that is too long, but for the last, in which its kept beginning ends.
    package var beginning: [String] {
        let bytes = Array(self[0])
        func cells(_ bytes: [UInt8]) -> CSVReader? { try? CSVReader(MemorySource(bytes)) }
        guard var start = cells(bytes) else { return [] }
        // Its last cell may be in quotes, which are closed later.
        if start.hasUnclosedQuote, !hasUnclosedQuote {
            start = cells(bytes + [UInt8(ascii: "\"")]) ?? start
        }
        return start.header.dropLast()
    }

    /// Skips blank lines. False at the end of the file.
    package func next() throws(FeedError) -> Bool {
        try cursor.pointee.next()
    }

    /// In the chunk; nil when the next record begins before it.
    package func placeInChunk() -> Int? { cursor.pointee.placeInChunk() }

    /// Others have read these records: one line each, the first of which begins at
    /// ``placeInChunk()``. There is no present record until the next call of `next()`. `place` is
    /// the end of the last; `passedMarks` of the chunk's marks come before it.
    package func pass(_ count: Int, to place: Int, passedMarks: Int) {
        cursor.pointee.pass(count, to: place, passedMarks: passedMarks)
    }

    /// As they are in the file, after conversion to UTF-8, with the line end; not of a record that is
    /// too long.
    var bytes: UnsafeRawBufferPointer { cursor.pointee.bytes }

    /// For people and for `rejected`; of a record that is too long the beginning. `changes` are the
    /// texts of other cells, by column.
    package func text(_ changes: [Int: String] = [:]) -> String {
        if isCut { return String(decoding: self[0], as: UTF8.self) }
        return (0..<count).map { index in
            let text = changes[index] ?? String(decoding: self[index], as: UTF8.self)
            let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            guard needsQuotes || traits(index).contains(.quoted) else { return text }
            let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
            return "\"" + doubled.joined(separator: "\"\"") + "\""
        }
        .joined(separator: ",")
    }
}

/// How to read the lines and quotes of a file where the format is ambiguous.
package enum CSVDialect: Sendable {
    /// As a publisher may have meant it: a bare carriage return ends a line, and a quote that is
    /// never closed is an ordinary byte.
    case forgiving
    /// As in the canonical validator's parser: only a line feed ends a line, lines that begin with
    /// `#` are skipped, a quote that is never closed takes in the rest of the file, and bytes after
    /// a closing quote make the quotes part of the value.
    case canonical
}
