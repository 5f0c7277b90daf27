/// The records of a chunk that its marks give, for threads that read ahead of the file's reader.
///
/// It goes from line to line without knowing what precedes the chunk. Whether a record really
/// begins with a line is up to the file's reader, which reaches the same place or does not. It
/// leaves to that reader all lines that are odd, blank, repaired or comments, lines with doubled
/// quotes, and the line in which the chunk ends.
package struct MarkedRecords: ~Copyable {
    package private(set) var start = 0
    package private(set) var end = 0
    private let hasComments: Bool
    private var scanner: CSVScanner
    private var bytes: UnsafeRawPointer?
    private var firstMark: UnsafePointer<UInt32>?
    private var marks = MarkRange.none

    package init(dialect: CSVDialect) {
        hasComments = dialect == .canonical
        scanner = CSVScanner(dialect: dialect)
    }

    deinit {
        scanner.deallocate()
    }

    /// How many of the chunk's marks come before ``end``.
    package var passedMarks: Int {
        guard let next = marks.next, let firstMark else { return 0 }
        return next - firstMark
    }

    /// The chunk must exist as long as its records are read.
    mutating func begin(_ chunk: Chunk) {
        bytes = UnsafeRawPointer(chunk.bytes)
        marks = chunk.marks
        firstMark = marks.next
        start = 0
        end = 0
    }

    /// Nil at the end of the chunk. The row is unknown here: it is 0.
    package mutating func next() -> RowCells? {
        guard let bytes else { return nil }
        while marks.next != marks.end {
            start = end
            let isComment =
                hasComments
                && bytes.load(fromByteOffset: start, as: UInt8.self) == UInt8(ascii: "#")
            if !isComment, scanner.takeMarked(bytes, from: &end, marks: &marks) {
                if isOrdinary {
                    return RowCells(
                        scanner.cells, count: scanner.count, row: 0, length: end &- start,
                        isOrdinary: true)
                }
            } else if !passLine() {
                return nil
            }
        }
        return nil
    }

    private var isOrdinary: Bool {
        guard scanner.allTraits.subtracting(.quoted).isEmpty,
            scanner.count > 1 || !scanner.cells[0].isEmpty
        else { return false }
        guard scanner.mayNeedRepair else { return true }
        return (0..<scanner.count).allSatisfy { UTF8Check.isValid(scanner.cells[$0]) }
    }

    private mutating func passLine() -> Bool {
        guard var mark = marks.next, let last = marks.end else { return false }
        while mark < last {
            let value = mark.pointee
            mark += 1
            guard value >= ChunkMarks.lineEnd else { continue }
            end = Int(value & ChunkMarks.place) + 1
            marks.next = mark
            return true
        }
        return false
    }
}
