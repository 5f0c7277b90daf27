import GTFSSchedule

/// Reads JSON as forgivingly as the canonical validator does.
///
/// Beyond the format it accepts comments, texts in single quotes or none, semicolons for commas,
/// `=` for colons, and missing array elements, which are null. Unlike most readers it reports names
/// that an object has twice.
package struct JSONReader {
    package enum Failure: Error {
        /// The fault and its place; and a name that an earlier object has twice.
        case malformed(String, duplicateName: String?)
        case cancelled
    }

    private static let deepest = 255

    private let bytes: [UInt8]
    private let cancellation: Cancellation
    private var position = 0
    private var duplicateName: String?
    private var alteredValues = 0

    package struct Content: Sendable {
        package let root: JSONValue
        /// A name that an object has twice; nil when there is none. The value then finds the first.
        package let duplicateName: String?
        /// How many numbers exceed the range of doubles, which are texts here, and how many texts
        /// have U+FFFD for bytes that are not UTF-8 or for half a surrogate pair.
        package let alteredValues: Int
    }

    package static func object(
        _ bytes: [UInt8], until cancellation: Cancellation = Cancellation()
    ) throws(Failure) -> Content {
        var reader = JSONReader(bytes: bytes, cancellation: cancellation)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        try reader.skipBlanks()
        guard reader.peek == UInt8(ascii: "{") else {
            throw reader.malformed("The text is not an object")
        }
        return try reader.content()
    }

    package static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        var reader = JSONReader(bytes: bytes, cancellation: Cancellation())
        try reader.skipBlanks()
        return try reader.content().root
    }

    private mutating func content() throws(Failure) -> Content {
        let value = try value(depth: 1)
        // Not even a comment may follow the value.
        while let byte = peek, [9, 10, 13, 32].contains(byte) { position += 1 }
        guard peek == nil else { throw malformed("Text follows the object") }
        return Content(
            root: value, duplicateName: duplicateName, alteredValues: alteredValues)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func malformed(_ reason: String) -> Failure {
        var line = 1
        var column = 1
        for byte in bytes.prefix(position) {
            column += 1
            if byte == 10 {
                line += 1
                column = 1
            }
        }
        return .malformed(
            "\(reason) at line \(line) column \(column)", duplicateName: duplicateName)
    }

    private mutating func skipBlanks() throws(Failure) {
        while let byte = peek {
            switch byte {
            case 9, 10, 13, 32: position += 1
            case UInt8(ascii: "#"): skipLine()
            case UInt8(ascii: "/"):
                let next = position + 1 < bytes.count ? bytes[position + 1] : 0
                if next == UInt8(ascii: "/") {
                    skipLine()
                } else if next == UInt8(ascii: "*") {
                    try skipComment()
                } else {
                    return
                }
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while let byte = peek, byte != 10, byte != 13 { position += 1 }
    }

    private mutating func skipComment() throws(Failure) {
        position += 2
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        throw malformed("A comment does not end")
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        guard depth <= Self.deepest else { throw malformed("The text is nested too deep") }
        guard !cancellation.isCancelled else { throw .cancelled }
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try quoted())
        case nil: throw malformed("The text ends too early")
        default: return try literal()
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        var names: Set<ExactText> = []
        try skipBlanks()
        if peek == UInt8(ascii: "}") {
            position += 1
            return .object([])
        }
        while true {
            let name = try name()
            if !names.insert(name.exact).inserted { duplicateName = duplicateName ?? name }
            try skipBlanks()
            try skipColon()
            try skipBlanks()
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
            try skipBlanks()
            switch peek {
            case UInt8(ascii: "}"):
                position += 1
                return .object(members)
            case UInt8(ascii: ","), UInt8(ascii: ";"):
                position += 1
                try skipBlanks()
            case nil: throw malformed("The text ends too early")
            default: throw malformed("An object does not end")
            }
        }
    }

    private mutating func name() throws(Failure) -> String {
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted()
        case nil: throw malformed("The text ends too early")
        default:
            let text = bare()
            guard !text.isEmpty else { throw malformed("A name is missing") }
            return text
        }
    }

    private mutating func skipColon() throws(Failure) {
        switch peek {
        case UInt8(ascii: ":"): position += 1
        case UInt8(ascii: "="):
            position += 1
            if peek == UInt8(ascii: ">") { position += 1 }
        case nil: throw malformed("The text ends too early")
        default: throw malformed("A colon is missing")
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        try skipBlanks()
        if peek == UInt8(ascii: "]") {
            position += 1
            return .array([])
        }
        while true {
            switch peek {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "]"): elements.append(.null)
            default: elements.append(try value(depth: depth + 1))
            }
            try skipBlanks()
            switch peek {
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            case UInt8(ascii: ","), UInt8(ascii: ";"):
                position += 1
                try skipBlanks()
            case nil: throw malformed("The text ends too early")
            default: throw malformed("An array does not end")
            }
        }
    }

    private mutating func literal() throws(Failure) -> JSONValue {
        let text = bare()
        guard !text.isEmpty else { throw malformed("A value is missing") }
        switch text.lowercased() {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return number(text) ?? .string(text)
        }
    }

    /// A number in the syntax of JSON: no plus sign, no leading zeros. One that is too large stays a
    /// text, as does an id of more than 18 digits, and one that is too small is 0: these are counted.
    private mutating func number(_ text: String) -> JSONValue? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let first = digits.utf8.first, (48...57).contains(first),
            first != 48 || digits.utf8.dropFirst().first.map({ !(48...57).contains($0) }) ?? true,
            digits.utf8.allSatisfy({
                (48...57).contains($0) || [43, 45, 46, 69, 101].contains($0)
            })
        else { return nil }
        if let whole = Int(text) { return .integer(whole) }
        guard let number = Double(text) else { return nil }
        let isWhole = digits.utf8.allSatisfy { (48...57).contains($0) }
        guard number.isFinite, !isWhole else {
            alteredValues += 1
            return nil
        }
        let mantissa = digits.utf8.prefix { $0 != 69 && $0 != 101 }
        if number == 0, mantissa.contains(where: { (49...57).contains($0) }) { alteredValues += 1 }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private mutating func bare() -> String {
        let start = position
        while let byte = peek, !Self.signs.contains(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static let signs = Set("/\\;#={}[]:, \t\n\r\u{C}".utf8)

    private mutating func quoted() throws(Failure) -> String {
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        let altered = alteredValues
        while let byte = peek {
            position += 1
            if byte == quote {
                let isValid = text.withUnsafeBytes { UTF8Check.isValid($0) }
                // A text counts once.
                alteredValues = alteredValues > altered || !isValid ? altered + 1 : altered
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &text)
            } else {
                text.append(byte)
            }
        }
        throw malformed("A text does not end")
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(Failure) {
        guard let byte = peek else { throw malformed("A text does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"), 10: text.append(10)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            text.append(byte)
        case UInt8(ascii: "u"):
            var units = [try hexadecimal()]
            if 0xD800...0xDBFF ~= units[0], position + 1 < bytes.count,
                bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                units.append(try hexadecimal())
            }
            let decoded = String(decoding: units, as: UTF16.self)
            if decoded.unicodeScalars.contains("\u{FFFD}"), !units.contains(0xFFFD) {
                alteredValues += 1
            }
            text += Array(decoded.utf8)
        default: throw malformed("An escape is not known")
        }
    }

    private mutating func hexadecimal() throws(Failure) -> UInt16 {
        guard position + 4 <= bytes.count,
            let unit = UInt16(
                String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw malformed("An escape is not known") }
        position += 4
        return unit
    }
}
