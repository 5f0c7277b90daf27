enum Windows1252 {
    /// The characters of 0x80 to 0x9F; zero for bytes without one.
    private static let quotesAndLetters: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]

    private static func character(_ byte: UInt8) -> UInt16 {
        byte < 0xA0 ? quotesAndLetters[Int(byte & 0x1F)] : UInt16(byte)
    }

    /// A byte that has none becomes U+FFFD and its two hexadecimal digits, so that ids that differ in
    /// such a byte differ.
    static func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        for byte in bytes { append(byte, to: &output) }
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8]) {
        guard byte >= 0x80 else {
            output.append(byte)
            return
        }
        let value = character(byte)
        switch value {
        case 0:
            output.append(contentsOf: UTF8Check.replacement)
            output.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
        case ..<0x800:
            output.append(0xC0 | UInt8(value >> 6))
            output.append(0x80 | UInt8(value & 0x3F))
        default:
            output.append(0xE0 | UInt8(value >> 12))
            output.append(0x80 | UInt8(value >> 6 & 0x3F))
            output.append(0x80 | UInt8(value & 0x3F))
        }
    }

    /// Whether a whole file is in this encoding, piece by piece: it has no control characters, and
    /// nothing in it is UTF-8 beyond ASCII.
    struct Check {
        private(set) var characters = 0
        private(set) var isPossible = true
        /// Bytes at the end of a piece that may begin a character of UTF-8.
        private var rest: [UInt8] = []

        /// An empty piece is the end of the file.
        mutating func take(_ piece: UnsafeRawBufferPointer) {
            let bytes = rest + piece
            var index = 0
            let isLast = piece.isEmpty
            rest.removeAll(keepingCapacity: true)
            bytes.withUnsafeBytes { bytes in
                while index < bytes.count {
                    let byte = bytes[index]
                    if byte >= 0x80 {
                        // No character has more than four bytes.
                        guard isLast || index + 4 <= bytes.count else { break }
                        let part = UTF8Check.part(of: bytes, at: index)
                        if part.isValid || Windows1252.character(byte) == 0 { isPossible = false }
                        characters += 1
                    } else if byte < 0x20 && !(9...10 ~= byte || byte == 13) || byte == 0x7F {
                        isPossible = false
                    }
                    guard isPossible else { return }
                    index += 1
                }
                rest.append(contentsOf: bytes[index...])
            }
        }
    }
}
