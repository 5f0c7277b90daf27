/// The entry point of libFuzzer, from its runtime library: calls `body` with one input after the
/// other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs a target.
public enum FuzzDriver {
    /// The code that is run with each input; set once, before the first one.
    nonisolated(unsafe) private static var body: ([UInt8]) -> Void = { _ in }

    /// Calls `body` with one input after the other, until the time is over.
    public static func run(_ body: @escaping ([UInt8]) -> Void) {
        self.body = body
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, arguments: &arguments) { bytes, length in
            FuzzDriver.body(Array(UnsafeBufferPointer(start: bytes, count: length)))
            return 0
        }
    }
}

/// An input, taken from its beginning.
public struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// The next byte; 0 after the end.
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
