import FeedReading
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

struct Reading: Equatable {
    struct Record: Equatable {
        let cells: [[UInt8]]
        let traits: [UInt8]
        let row: Int
        let line: Int
        let byteOffset: Int
    }

    private(set) var header: [String] = []
    private(set) var records: [Record] = []
    private(set) var failure: FeedError?

    init(_ file: [UInt8], chunkSize: Int, isMarked: Bool = true) {
        do throws(FeedError) {
            let source = MemorySource(file, chunkSize: chunkSize, isMarked: isMarked)
            let reader = try CSVReader(source)
            header = reader.header
            while try reader.next() {
                records.append(
                    Record(
                        cells: (0..<reader.count).map { Array(reader[$0]) },
                        traits: (0..<reader.count).map { reader.traits($0).rawValue },
                        row: reader.row, line: reader.line, byteOffset: reader.byteOffset))
            }
        } catch {
            failure = error
        }
    }
}
