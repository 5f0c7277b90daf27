import SystemLayer

/// Byte by byte, by the rules of ``CSVScanner``: no real file has such records.
struct LongRecord {
    private(set) var isInQuotes = false
    /// Includes the record's own line end.
    private(set) var lines = 0
    private(set) var isAtEnd = false
    private let blanks: Blanks
    private let quotesAreOrdinary: Bool
    private let isCanonical: Bool
    /// Whether a quote would open the present cell.
    private var mayOpen = true
    /// Whether the last byte was a quote in quotes, which the next may double.
    private var hasPendingQuote = false
    /// Carriage returns that may belong to the line end.
    private var returns = 0

    init(_ dialect: CSVDialect, quotesAreOrdinary: Bool) {
        blanks = Blanks(dialect)
        isCanonical = dialect == .canonical
        self.quotesAreOrdinary = quotesAreOrdinary
    }

    /// Returns how many of the bytes belong to the record.
    mutating func pass(_ bytes: UnsafeRawBufferPointer) -> Int {
        for (place, byte) in bytes.enumerated() {
            if returns > 0 {
                if byte == 13, returns == 1 {
                    returns = 2
                    continue
                }
                // Two returns without a line feed are two line ends.
                if returns == 2, byte != 10 { lines += 1 }
                finish()
                return byte == 10 ? place + 1 : place
            }
            guard !take(byte) else { return place + 1 }
        }
        return bytes.count
    }

    mutating func finishFile() {
        if hasPendingQuote { isInQuotes = false }
        if !isInQuotes || isCanonical { finish() }
    }

    private mutating func finish() {
        lines += 1
        isAtEnd = true
    }

    /// True when the byte is a line feed that ends the record.
    private mutating func take(_ byte: UInt8) -> Bool {
        if isInQuotes {
            if hasPendingQuote {
                hasPendingQuote = false
                if byte == UInt8(ascii: "\"") { return false }
                isInQuotes = false
            } else {
                if byte == UInt8(ascii: "\"") { hasPendingQuote = true }
                if byte == 10 { lines += 1 }
                return false
            }
        }
        switch byte {
        case UInt8(ascii: ","):
            mayOpen = true
        case UInt8(ascii: "\"") where mayOpen && !quotesAreOrdinary:
            isInQuotes = true
            mayOpen = false
        case 10:
            finish()
            return true
        case 13 where !isCanonical:
            returns = 1
        default:
            if !blanks.contains(byte) { mayOpen = false }
        }
        return false
    }
}

/// The quote of the record may never be closed; then its bytes are read again.
final class PutAsideBytes: ByteSource {
    /// The most bytes; the largest files of published feeds have as many.
    private static let most = 4 << 30

    private let folder: String
    private var file: ScratchFile
    private var offset = 0
    private let chunk = Chunk(capacity: FeedPump.usualChunkSize)

    init(in folder: String) throws(FeedError) {
        self.folder = folder
        do throws(SystemError) {
            file = try ScratchFile(in: folder)
        } catch {
            throw .temporaryFile(directory: folder, reason: error.description)
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> Bool {
        guard file.count + bytes.count <= Self.most else { return false }
        do throws(SystemError) {
            try file.append(bytes)
            return true
        } catch {
            throw .temporaryFile(directory: folder, reason: error.description)
        }
    }

    func nextChunk() throws(FeedError) -> Chunk? {
        do throws(SystemError) {
            chunk.count = try file.descriptor.read(
                into: UnsafeMutableRawBufferPointer(start: chunk.bytes, count: chunk.capacity),
                at: offset)
        } catch {
            throw .temporaryFile(directory: folder, reason: error.description)
        }
        guard chunk.count > 0 else { return nil }
        offset += chunk.count
        chunk.finish()
        return chunk
    }
}
