import Foundation

/// The rules of `CSVReader`, written down once more as plainly as can be: byte by byte over the
/// whole file, with arrays for everything.
struct CSVNaiveParser {
    struct Record: Equatable {
        var cells: [[UInt8]] = []
        /// By cell: whether control characters were trimmed from its ends, outside quotes.
        var trimmedControls: [Bool] = []
        /// The line on which the record begins, from 1 on.
        var line = 0
        var row = 0
        var byteOffset = 0
        var hasUnclosedQuote = false
    }

    private let bytes: [UInt8]
    private var position = 0
    private var lines = 0
    private var hasTrimmedControls = false

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed: UInt8 = 10
    private static let carriageReturn: UInt8 = 13

    static func records(_ bytes: [UInt8]) -> [Record] {
        var parser = CSVNaiveParser(bytes: bytes)
        while bytes[parser.position...].starts(with: [0xEF, 0xBB, 0xBF]) { parser.position += 3 }
        var records: [Record] = []
        while parser.position < bytes.count {
            let (record, isBlank) = parser.record()
            if !isBlank { records.append(record) }
        }
        return records
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func record() -> (Record, isBlank: Bool) {
        let start = (position: position, lines: lines)
        if let found = record(quotesAreOrdinary: false) { return found }
        (position, lines) = start
        guard var found = record(quotesAreOrdinary: true) else {
            preconditionFailure("without quotes every record ends")
        }
        found.0.hasUnclosedQuote = true
        return found
    }

    /// Nil when a quote is open at the end of the file.
    private mutating func record(quotesAreOrdinary: Bool) -> (Record, isBlank: Bool)? {
        var record = Record()
        record.byteOffset = position
        record.line = lines + 1
        var isQuoted = false
        while true {
            guard let cell = cell(quotesAreOrdinary: quotesAreOrdinary, &isQuoted) else {
                return nil
            }
            record.cells.append(cell)
            record.trimmedControls.append(hasTrimmedControls)
            guard position < bytes.count, bytes[position] == Self.comma else { break }
            position += 1
        }
        passLineEnd()
        record.row = lines
        return (record, record.cells == [[]] && !isQuoted)
    }

    private mutating func cell(quotesAreOrdinary: Bool, _ isQuoted: inout Bool) -> [UInt8]? {
        var value: [UInt8] = []
        let start = position
        var outside = position
        var blanks = position
        while blanks < bytes.count, isBlank(bytes[blanks]), !isLineEnd(bytes[blanks]) {
            blanks += 1
        }
        if !quotesAreOrdinary, blanks < bytes.count, bytes[blanks] == Self.quote {
            isQuoted = true
            position = blanks + 1
            while true {
                guard position < bytes.count else { return nil }
                let byte = bytes[position]
                position += 1
                if byte == Self.quote {
                    guard position < bytes.count, bytes[position] == Self.quote else { break }
                    position += 1
                }
                if byte == Self.lineFeed { lines += 1 }
                value.append(byte)
            }
            outside = position
        }
        while position < bytes.count, bytes[position] != Self.comma, !isLineEnd(bytes[position]) {
            value.append(bytes[position])
            position += 1
        }
        let rest = bytes[outside..<position]
        let after = rest.reversed().prefix(while: isBlank)
        let isWithoutQuotes = outside == start
        hasTrimmedControls =
            bytes[start..<blanks].contains(where: isControl)
            || (isWithoutQuotes || after.count == rest.count) && after.contains(where: isControl)
        let trimmed = value.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        // A NUL becomes the character that stands for what is no text.
        let text = trimmed.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
        return Self.decoded(text)
    }

    /// Characters of UTF-8, and of Windows-1252 for each other byte.
    private static func decoded(_ text: [UInt8]) -> [UInt8] {
        var rest = text[...]
        var decoded: [UInt8] = []
        while let byte = rest.first {
            let length = (1...4).first { length in
                let character = String(decoding: rest.prefix(length), as: UTF8.self)
                return character.unicodeScalars.count == 1
                    && character.utf8.elementsEqual(rest.prefix(length))
            }
            if let length {
                decoded += rest.prefix(length)
            } else if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) {
                decoded += Array("\u{FFFD}\(String(byte, radix: 16, uppercase: true))".utf8)
            } else {
                decoded += Array((String(bytes: [byte], encoding: .windowsCP1252) ?? "?").utf8)
            }
            rest = rest.dropFirst(length ?? 1)
        }
        return decoded
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        1...0x20 ~= byte
    }

    private func isControl(_ byte: UInt8) -> Bool {
        isBlank(byte) && byte != 9 && byte != 0x20 && !isLineEnd(byte)
    }

    private func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private mutating func passLineEnd() {
        lines += 1
        let rest = bytes[position...]
        if rest.starts(with: [13, 13, 10]) {
            position += 3
        } else if rest.starts(with: [13, 10]) {
            position += 2
        } else if position < bytes.count {
            position += 1
        }
    }
}
