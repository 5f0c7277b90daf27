/// Bytes for libarchive to read: pieces of files and of memory, one after the other.
struct ArchiveBytes: Sendable {
    private enum Piece {
        case memory([UInt8])
        case file(ReadableFile, Range<Int64>)

        var length: Int64 {
            switch self {
            case .memory(let bytes): Int64(bytes.count)
            case .file(_, let range): Int64(range.count)
            }
        }
    }

    private let pieces: [Piece]
    let size: Int64

    /// A whole file.
    init(_ file: ReadableFile) {
        pieces = [.file(file, 0..<file.size)]
        size = file.size
    }

    /// A range of a file, and bytes behind it.
    init(_ file: ReadableFile, _ range: Range<Int64>, then bytes: [UInt8]) {
        pieces = [.file(file, range), .memory(bytes)]
        size = Int64(range.count) + Int64(bytes.count)
    }

    /// Reads what one piece holds at `offset`, at most as much as fits; 0 at the end.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FeedError) -> Int {
        var start: Int64 = 0
        for piece in pieces {
            let within = offset - start
            let available = piece.length - within
            if available > 0 {
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.prefix(Int(min(Int64(buffer.count), available))))
                switch piece {
                case .memory(let bytes):
                    target.copyBytes(from: bytes[Int(within)...].prefix(target.count))
                    return target.count
                case .file(let file, let range):
                    return try file.read(into: target, at: range.lowerBound + within)
                }
            }
            start += piece.length
        }
        return 0
    }
}
