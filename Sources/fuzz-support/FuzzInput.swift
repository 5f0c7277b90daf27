/// An input, taken from its beginning.
public struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// The next byte; 0 behind the end.
    public mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// As many bytes as the next byte says, or all that are left if they are fewer.
    public mutating func part() -> [UInt8] {
        let count = Int(byte())
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// All bytes that are left.
    public mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
