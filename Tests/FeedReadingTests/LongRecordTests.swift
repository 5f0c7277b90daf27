import FeedReading
import Foundation
import TestSupport
import Testing

/// Records up to 16 MiB are whole. A longer one is left out, and what stands in its quotes is no row.
@Suite("Records that are too long") struct LongRecordTests {
    /// Instead of the 16 MiB of feeds.
    private static let longest = 1 << 17

    /// A record as a reader has it; of its cells the lengths and beginnings.
    private struct Record: Equatable {
        let sizes: [Int]
        let beginning: String
        let isCut: Bool
        let hasUnclosedQuote: Bool
        let places: [Int]
    }

    private static func records(
        _ file: [UInt8], longest: Int = Self.longest
    ) throws -> [Record] {
        let reader = try CSVReader(
            MemorySource(file, chunkSize: 1 << 14), longestRecord: longest)
        var records: [Record] = []
        while try reader.next() {
            records.append(
                Record(
                    sizes: (0..<reader.count).map { reader[$0].count },
                    beginning: String(decoding: reader[0].prefix(12), as: UTF8.self),
                    isCut: reader.isCut, hasUnclosedQuote: reader.hasUnclosedQuote,
                    places: [reader.line, reader.row, reader.byteOffset, reader.byteLength]))
        }
        return records
    }

    /// A text of some bytes, in lines that look like rows.
    private static func lines(_ bytes: Int) -> (text: [UInt8], count: Int) {
        let line = Array("S9,\"\"Invented\"\",1,2\n".utf8)
        let count = bytes / line.count
        var text: [UInt8] = []
        text.reserveCapacity(count * line.count)
        for _ in 0..<count { text += line }
        return (text, count)
    }

    @Test("Nearly as much in quotes is one cell")
    func whole() throws {
        let (text, count) = Self.lines(Self.longest - 1000)
        let file = Array("a,b\n1,\"".utf8) + text + Array("x\"\n2,y\n".utf8)
        let records = try Self.records(file)
        try #require(records.count == 2)
        // Doubled quotes are one.
        #expect(records[0].sizes == [1, text.count - 2 * count + 1])
        #expect(!records[0].isCut && !records[0].hasUnclosedQuote)
        #expect(records[0].places[0...1] == [2, count + 2])
        #expect(records[1].places[0...1] == [count + 3, count + 3])
    }

    @Test(
        "Of more in quotes only the beginning is there, and none of its lines is a row",
        arguments: ["\n", "\r\n", "\r\r\n", "\r", " \n", "tail,7\n", ",\"z\"\n"])
    func tooLong(end: String) throws {
        let (text, count) = Self.lines(Self.longest + 60_000)
        let start = Array("a,b\n1,\"".utf8)
        let record = start.dropFirst(4) + text + Array(("x\"" + end).utf8)
        let file = start.prefix(4) + record + Array("2,y\n".utf8)
        let records = try Self.records(Array(file))
        try #require(records.count == 2)
        #expect(records[0].isCut && records[0].sizes == [4096])
        #expect(records[0].beginning == "1,\"S9,\"\"Inve")
        #expect(records[0].places == [2, count + 2, 4, record.count])
        #expect(!records[1].isCut && records[1].sizes == [1, 1])
        #expect(records[1].places == [count + 3, count + 3, 4 + record.count, 4])
    }

    @Test("A quote that the file never closes is an ordinary byte, however long the file goes on")
    func neverClosed() throws {
        let (text, count) = Self.lines(2 * Self.longest)
        let file = Array("a,b,c,d\n\"x,y\n".utf8) + text
        let records = try Self.records(file)
        #expect(records.count == count + 1)
        #expect(records[0].beginning == "\"x" && records[0].hasUnclosedQuote)
        #expect(records.last?.places[1] == count + 2)
        #expect(records.last?.places[2] == file.count - text.count / count)
        #expect(records.dropFirst().allSatisfy { $0.sizes.count == 4 && !$0.hasUnclosedQuote })
    }

    @Test("A line without an end is left out, and so is one with a quote that stays open")
    func endless() throws {
        let long = [UInt8](repeating: 0x78, count: Self.longest + 100_000)
        for start in ["h\n", "h\n\"", "h\nx,\"y,\""] {
            let records = try Self.records(Array(start.utf8) + long)
            #expect(records.map(\.isCut) == [true])
            #expect(records.map(\.sizes) == [[4096]])
        }
        let records = try Self.records(Array("h\n".utf8) + long + Array("\nq\n".utf8))
        #expect(records.map(\.isCut) == [true, false])
        #expect(records.last?.places[0...1] == [3, 3])
    }

    @Test("A record of more than a million cells is left out")
    func cells() throws {
        let most = 1 << 20
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: most)
        let records = try Self.records(
            Array("h\n".utf8) + commas.dropFirst() + Array("\n".utf8) + commas
                + Array("\nq\n".utf8),
            longest: CSVReader.longestRecord)
        #expect(records.map(\.isCut) == [false, true, false])
        #expect(records.map(\.sizes.count) == [most, 1, 1])
        #expect(records.map { $0.places[1] } == [2, 3, 4])
    }
}
