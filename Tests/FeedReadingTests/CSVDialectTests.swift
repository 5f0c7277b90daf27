import FeedReading
import Testing

@Suite("CSV as the canonical validator reads it") struct CSVDialectTests {
    private static func records(_ text: String, _ dialect: CSVDialect) throws -> [[String]] {
        let reader = try CSVReader(MemorySource(Array(text.utf8)), dialect: dialect)
        var records = [reader.header]
        while try reader.next() {
            records.append((0..<reader.count).map { String(decoding: reader[$0], as: UTF8.self) })
        }
        return records
    }

    @Test(arguments: [
        // A bare carriage return ends no line.
        ("a,b\n1\r2,3\n", [["a", "b"], ["1\r2", "3"]]),
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        // Comments, with quotes in them.
        ("#x\na,b\n#1,\"2\n1,2\n", [["a", "b"], ["1", "2"]]),
        (" #x,b\n1,2", [["#x", "b"], ["1", "2"]]),
        // A quote that is never closed.
        ("a,b\n1,\"2\n3,4\n", [["a", "b"], ["1", "2\n3,4"]]),
        // The rest after a closing quote.
        ("a,b\n1,\"2\"x\n", [["a", "b"], ["1", "\"2\"x"]]),
        ("a,b\n1,\"2\"\"3\"x\"\"\n", [["a", "b"], ["1", "\"2\"3\"x\"\""]]),
        // Quotes in the header.
        (
            "\"a\", \"b\",'c',''\n1, \"2\",'3',4\n",
            [["a", "\"b\"", "c", "''"], ["1", "2", "'3'", "4"]]
        ),
        // A quote at the end of the file.
        ("a,b\n1,2\n\"", [["a", "b"], ["1", "2"], ["\""]]),
        // Blank lines count as the header, and at the end of the file.
        ("\n \na\n1\n", [[""], ["a"], ["1"]]),
        ("a,b\n\n1,2\n  ", [["a", "b"], ["1", "2"], [""]]),
    ])
    func canonical(_ text: String, _ expected: [[String]]) throws {
        #expect(try Self.records(text, .canonical) == expected)
    }

    @Test("Blanks in quotes are kept beside the cell") func padding() throws {
        let text = "a,b,c\n\" 1 \",\"  \",\"x\"\"y \"\n"
        let reader = try CSVReader(MemorySource(Array(text.utf8)))
        #expect(try reader.next())
        #expect((0..<3).map { reader.untrimmed($0) } == [" 1 ", "  ", "x\"y "])
        #expect(reader.traits(1).contains(.blankInQuotes))
        #expect(reader.traits(2).contains(.paddedInQuotes))
        #expect(reader.byteLength == text.utf8.count - "a,b,c\n".utf8.count)
    }
}
