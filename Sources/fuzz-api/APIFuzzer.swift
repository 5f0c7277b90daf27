import Foundation

/// libFuzzer's way in, from its runtime library: calls `body` with one input after the other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Reads arbitrary bytes as whatever a server sends or is sent. The first byte says as what; nothing
/// may crash, and what can be read is written to something that reads the same.
@main
enum APIFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, &arguments) { bytes, length in
            let input = Array(UnsafeBufferPointer(start: bytes, count: length))
            guard let first = input.first else { return 0 }
            let rest = Array(input.dropFirst())
            // Space and what follows, so that seeds can be written by hand.
            let choice = (Int(first) + 224) % 256
            let forms = WireForms.all
            if choice < forms.count {
                FuzzedAnswer.check(forms[choice].type, rest)
            } else {
                switch (choice - forms.count) % 4 {
                case 0: FuzzedAnswer.checkManifest(rest)
                case 1: FuzzedAnswer.checkPolyline(rest)
                case 2: FuzzedAnswer.checkPath(rest)
                default: FuzzedAnswer.checkQuery(rest)
                }
            }
            return 0
        }
    }
}
