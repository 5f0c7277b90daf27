import FeedReading
import Testing

@Suite("Byte order mark in pieces")
struct CSVByteOrderMarkTests {
    /// Found by `fuzz-csv`: with pieces of two bytes, the mark became a part of the first name.
    @Test(
        "A byte order mark is no part of the first name, however the file is cut", arguments: 1...8)
    func cut(size: Int) throws {
        let file: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("stop_id\nA\n".utf8)
        let reader = try CSVReader(MemorySource(file, chunkSize: size))
        #expect(reader.header == ["stop_id"])
        #expect(try reader.next())
        #expect(reader.byteOffset == 11)
    }

    @Test("A file shorter than a byte order mark is read", arguments: ["", "a", "ab"])
    func short(text: String) throws {
        let reader = try CSVReader(MemorySource(Array(text.utf8), chunkSize: 1))
        #expect(reader.header == (text.isEmpty ? [] : [text]))
        #expect(try !reader.next())
    }
}
