import BundleCodec

enum JSONList {
    static func integers(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    static func texts(_ texts: [String]) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
            bytes.append(json: text)
        }
        return bytes.isEmpty ? "[]" : String(decoding: bytes + [UInt8(ascii: "]")], as: UTF8.self)
    }
}
