import FeedReading

struct CSVTranscript: Equatable {
    struct Record: Equatable {
        var cells: [[UInt8]]
        var traits: [CSVScanner.Traits]
        var row: Int
        var line: Int
        var byteOffset: Int
        var hasUnclosedQuote: Bool
        var isRepaired: Bool

        var texts: [String] { cells.map { String(decoding: $0, as: UTF8.self) } }
    }

    var header: [String]
    var records: [Record] = []
    var blankLines = 0

    init(_ bytes: [UInt8], chunkSize: Int = 1 << 16) throws {
        try self.init(MemorySource(bytes, chunkSize: chunkSize))
    }

    init(_ text: String, chunkSize: Int = 1 << 16) throws {
        try self.init(Array(text.utf8), chunkSize: chunkSize)
    }

    init(_ source: any ByteSource) throws {
        let reader = try CSVReader(source)
        header = reader.header
        while try reader.next() {
            records.append(
                Record(
                    cells: (0..<reader.count).map { Array(reader[$0]) },
                    traits: (0..<reader.count).map { reader.traits($0) },
                    row: reader.row, line: reader.line, byteOffset: reader.byteOffset,
                    hasUnclosedQuote: reader.hasUnclosedQuote, isRepaired: reader.isRepaired))
        }
        blankLines = reader.blankLines
    }

    var rows: [[String]] { records.map(\.texts) }
}
