import FuzzSupport

/// Reads arbitrary bytes as a CSV file, whole, in small pieces, and without marks. All ways must
/// find the same cells, because the end of a chunk must not matter.
@main
enum CSVFuzzer {
    static func main() {
        FuzzDriver.run { input in
            // The first byte decides the size of the pieces.
            guard let size = input.first.map({ Int($0) % 61 + 1 }) else { return }
            let file = Array(input.dropFirst())
            let whole = Reading(file, chunkSize: 1 << 16)
            precondition(
                Reading(file, chunkSize: size) == whole, "pieces of \(size) bytes read differently")
            precondition(
                Reading(file, chunkSize: 1 << 16, isMarked: false) == whole,
                "what is scanned reads differently")
        }
    }
}
