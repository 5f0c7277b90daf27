enum UTF8Check {
    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            let part = part(of: bytes, at: index)
            guard part.isValid else { return false }
            index &+= part.length
        }
        return true
    }

    /// The same text with its ill-formed parts replaced, and on request every NUL by U+FFFD.
    ///
    /// The forgiving dialect reads such bytes as Windows-1252, like whole files in that encoding,
    /// so that ids that differ in them stay different, and equal those in other files. The
    /// canonical one replaces every maximal part by U+FFFD, as the Unicode Standard recommends
    /// (3.9, "U+FFFD Substitution of Maximal Subparts").
    static func repaired(
        _ bytes: UnsafeRawBufferPointer, dialect: CSVDialect, replacingNUL: Bool
    ) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 16)
        var index = 0
        while index < bytes.count {
            let part = part(of: bytes, at: index)
            if part.isValid, !replacingNUL || bytes[index] != 0 {
                text.append(contentsOf: bytes[index..<index + part.length])
            } else if !part.isValid, dialect == .forgiving {
                Windows1252.decode(
                    UnsafeRawBufferPointer(rebasing: bytes[index..<index + part.length]),
                    into: &text)
            } else {
                text.append(contentsOf: replacement)
            }
            index += part.length
        }
        return text
    }

    /// Whether the first character beyond ASCII is well-formed UTF-8; nil when all are ASCII.
    static func beginsValid(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        guard let start = bytes.baseAddress else { return nil }
        var index = 0
        while index + ByteBlock.size <= bytes.count, !ByteBlock(start + index).hasUpperHalf {
            index += ByteBlock.size
        }
        while index < bytes.count {
            if bytes[index] >= 0x80 { return part(of: bytes, at: index).isValid }
            index += 1
        }
        return nil
    }

    /// The character at an index, or the longest beginning of one there: at least one byte.
    @inline(__always)
    static func part(
        of bytes: UnsafeRawBufferPointer, at index: Int
    ) -> (length: Int, isValid: Bool) {
        let lead = bytes[index]
        if lead < 0x80 { return (1, true) }
        let length: Int
        // The range of the second byte: no overlong forms, no surrogates, nothing past U+10FFFF.
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            second = 0xA0...0xBF
        case 0xE1...0xEC, 0xEE...0xEF: length = 3
        case 0xED:
            length = 3
            second = 0x80...0x9F
        case 0xF0:
            length = 4
            second = 0x90...0xBF
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            second = 0x80...0x8F
        default: return (1, false)
        }
        guard index &+ 1 < bytes.count, second.contains(bytes[index &+ 1]) else {
            return (1, false)
        }
        var known = 2
        while known < length {
            guard index &+ known < bytes.count, bytes[index &+ known] & 0xC0 == 0x80 else {
                return (known, false)
            }
            known &+= 1
        }
        return (length, true)
    }
}
