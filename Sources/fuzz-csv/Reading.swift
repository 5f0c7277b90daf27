import FeedReading

/// Everything that the reader reports of a file.
struct Reading: Equatable {
    /// A record and its place.
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
