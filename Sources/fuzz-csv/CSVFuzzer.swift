import FeedReading

/// libFuzzer's way in, from its runtime library: calls `body` with one input after the other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Reads arbitrary bytes as a CSV file, whole, in small pieces, and without marks: all ways must find
/// the same cells, for where a chunk ends is nothing that a feed can know.
@main
enum CSVFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, &arguments) { bytes, length in
            let input = Array(UnsafeBufferPointer(start: bytes, count: length))
            // The first byte decides on the size of the pieces.
            guard let size = input.first.map({ Int($0) % 61 + 1 }) else { return 0 }
            let file = Array(input.dropFirst())
            let whole = Reading(file, chunkSize: 1 << 16)
            precondition(
                Reading(file, chunkSize: size) == whole, "pieces of \(size) bytes read differently")
            precondition(
                Reading(file, chunkSize: 1 << 16, isMarked: false) == whole,
                "what is scanned reads differently")
            return 0
        }
    }
}
