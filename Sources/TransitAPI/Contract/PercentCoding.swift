/// Percent-encoding of addresses: `%C3%A9` for `é`.
///
/// An id is one segment of a path, whatever it contains: `%2F` is a slash of the id. In a query,
/// `+` is a space, as forms and most libraries write it; a plus sign is `%2B`.
package enum PercentCoding {
    /// Nil when the segment is not UTF-8 or contains NUL.
    package static func decodedSegment(_ segment: String) -> String? {
        decoded(segment.utf8, plusIsBlank: false)
    }

    /// In order; a name without `=` has an empty value.
    package static func pairs(
        query: String
    ) throws(APIFailure) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in query.utf8.split(separator: UInt8(ascii: "&")) {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let rawName = part[..<end]
            guard let name = decoded(rawName, plusIsBlank: true) else {
                let text = String(decoding: rawName, as: UTF8.self)
                throw APIFailure(
                    .unknownParameter, field: text, "The name \(text) is not UTF-8.")
            }
            guard let value = decoded(part[end...].dropFirst(), plusIsBlank: true) else {
                throw APIFailure(
                    .badValue, field: name, "The value of \(name) is not UTF-8, or holds NUL.")
            }
            pairs.append((name, value))
        }
        return pairs
    }

    /// A text as a segment of a path. Dots alone are encoded as well: they would lead up the path,
    /// and in browsers they do so even when encoded. See ``isDots(_:)``.
    package static func encodedSegment(_ text: String) -> String {
        isDots(text) ? String(repeating: "%2E", count: text.utf8.count) : encoded(text)
    }

    /// Whether browsers, which take `%2E` for a dot, interpret a text as a step in a path.
    package static func isDots(_ text: String) -> Bool { text == "." || text == ".." }

    /// Everything but letters, digits and `-._~` is encoded.
    package static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if NumberText.isCursorByte(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "~")
            {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A percent sign without two digits after it stands for itself.
    private static func decoded(
        _ text: some BidirectionalCollection<UInt8>, plusIsBlank: Bool
    ) -> String? {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index != text.endIndex {
            var byte = text[index]
            index = text.index(after: index)
            if byte == UInt8(ascii: "%") {
                let high = index
                if high != text.endIndex, let first = value(text[high]) {
                    let low = text.index(after: high)
                    if low != text.endIndex, let second = value(text[low]) {
                        byte = first << 4 | second
                        index = text.index(after: low)
                    }
                }
            } else if plusIsBlank, byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            }
            bytes.append(byte)
        }
        guard !bytes.contains(0) else { return nil }
        // `String(validating:as:)` is newer than the platforms of this library.
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
