/// The bytes of a file that a header `Range` asks for.
@available(iOS 17, macOS 14, *)
enum ByteRange: Hashable, Sendable {
    /// All bytes: the header asks for several ranges or another unit, or is malformed; a client
    /// must always be ready for the whole file.
    case whole
    /// These.
    case part(Range<Int>)
    /// The range contains no byte of the file.
    case outside

    /// Reads a header.
    ///
    /// - Parameter size: how many bytes the file has.
    init(_ header: String, size: Int) {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else {
            self = .whole
            return
        }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            .map { Self.trimmed($0) }
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(Self.isDigit) }) else {
            self = .whole
            return
        }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): self = .whole
        case (true, false):
            let count = Self.number(ends[1])
            self = count == 0 || size == 0 ? .outside : .part(max(0, size - count)..<size)
        case (false, let isOpen):
            let first = Self.number(ends[0])
            let last = isOpen ? Int.max : Self.number(ends[1])
            guard first <= last else {
                self = .whole
                return
            }
            self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .outside
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return text
    }

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }

    /// The number that the digits form; one beyond any file's length counts as the largest.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? .max }
}
