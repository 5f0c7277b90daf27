import TransitModel

enum JSONList {
    static func integers(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    static func texts(_ texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        // Hardly any id contains one of these.
        guard text.utf8.contains(where: isEscaped) else { return "\"\(text)\"" }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            guard isEscaped(byte) else {
                bytes.append(byte)
                continue
            }
            let digits = String(byte, radix: 16)
            bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
        return "\"\(String(decoding: bytes, as: UTF8.self))\""
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
