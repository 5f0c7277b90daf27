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
