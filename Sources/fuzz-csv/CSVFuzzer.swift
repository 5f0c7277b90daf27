import FuzzSupport

/// Reads arbitrary bytes as a CSV file, whole, in small pieces, and without marks: all ways must find
/// the same cells, for where a chunk ends is nothing that a feed can know.
@main
enum CSVFuzzer {
    static func main() {
        FuzzDriver.run { input in
            // The first byte decides on the size of the pieces.
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
