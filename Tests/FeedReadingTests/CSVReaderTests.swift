import FeedReading
import TestSupport
import Testing

@Suite("Records of CSV files")
struct CSVReaderTests {
    /// A name, a file and the rows that it has below its header.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let rows: [[String]]
        var header = ["a", "b"]

        var testDescription: String { name }
    }

    static let examples: [Example] = [
        Example(name: "LF", file: "a,b\n1,2\n3,4\n", rows: [["1", "2"], ["3", "4"]]),
        Example(name: "CRLF", file: "a,b\r\n1,2\r\n3,4\r\n", rows: [["1", "2"], ["3", "4"]]),
        Example(name: "CRCRLF", file: "a,b\r\r\n1,2\r\r\n", rows: [["1", "2"]]),
        Example(name: "bare CR", file: "a,b\r1,2\r3,4\r", rows: [["1", "2"], ["3", "4"]]),
        Example(
            name: "mixed line ends", file: "a,b\r1,2\n3,4\r\n", rows: [["1", "2"], ["3", "4"]]),
        Example(name: "no final line end", file: "a,b\n1,2", rows: [["1", "2"]]),
        Example(name: "ends in CR", file: "a,b\n1,2\r", rows: [["1", "2"]]),
        Example(name: "ends in a comma", file: "a,b\n1,", rows: [["1", ""]]),
        Example(name: "byte order mark", file: "\u{FEFF}a,b\n1,2\n", rows: [["1", "2"]]),
        Example(
            name: "a mark further on is text", file: "a,b\n\u{FEFF}1,2\n",
            rows: [["\u{FEFF}1", "2"]]),
        Example(name: "quoted", file: "a,b\n\"1,5\",\"x\"\n", rows: [["1,5", "x"]]),
        Example(name: "quoted header", file: "\"a\",\"b\"\n1,2\n", rows: [["1", "2"]]),
        Example(
            name: "doubled quotes", file: "a,b\n\"say \"\"hi\"\"\",\"\"\"\"\n",
            rows: [["say \"hi\"", "\""]]),
        Example(
            name: "line end in quotes", file: "a,b\n\"1\n2\r\n3\",4\n", rows: [["1\n2\r\n3", "4"]]),
        Example(
            name: "quote in an unquoted cell", file: "a,b\n5\" pipe,\"x\"\n",
            rows: [["5\" pipe", "x"]]),
        Example(
            name: "text behind the closing quote", file: "a,b\n\"x\"y,\"p\"\"q\"r\"s\n",
            rows: [["xy", "p\"qr\"s"]]),
        Example(name: "blanks around names", file: " a ,\tb \n1,2\n", rows: [["1", "2"]]),
        Example(
            name: "blanks behind a byte order mark", file: "\u{FEFF} a,b\n1,2\n",
            rows: [["1", "2"]]),
        Example(name: "blanks around cells", file: "a,b\n 1 , \t2\t\n", rows: [["1", "2"]]),
        Example(name: "blanks before a quote", file: "a,b\n1, \"x,y\" \n", rows: [["1", "x,y"]]),
        Example(name: "blanks in quotes", file: "a,b\n\" 1 \",\"  \"\n", rows: [["1", ""]]),
        Example(
            name: "blank lines", file: "\n\na,b\n\n1,2\n   \n\r\n3,4\n\n",
            rows: [["1", "2"], ["3", "4"]]),
        Example(name: "quoted nothing is no blank line", file: "a,b\n\"\"\n", rows: [[""]]),
        Example(
            name: "short and long rows", file: "a,b\n1\n1,2,3\n,\n",
            rows: [["1"], ["1", "2", "3"], ["", ""]]),
        Example(
            name: "NUL", file: "a,b\n1\u{0},\u{0}\nx\u{0}y,2\n",
            rows: [["1\u{FFFD}", "\u{FFFD}"], ["x\u{FFFD}y", "2"]]),
        Example(
            name: "quote never closed", file: "a,b\n1,\"2\n3,4\n",
            rows: [["1", "\"2"], ["3", "4"]]),
        Example(name: "only a quote", file: "a,b\n\"", rows: [["\""]]),
        Example(name: "nothing", file: "", rows: [], header: []),
        Example(name: "only line ends", file: "\n\r\n\r", rows: [], header: []),
        Example(name: "only a mark", file: "\u{FEFF}", rows: [], header: []),
        Example(name: "only a header", file: "a,b", rows: []),
        Example(
            name: "more cells than are made room for",
            file: "a,b\n" + String(repeating: "x,", count: 200) + "y\n",
            rows: [Array(repeating: "x", count: 200) + ["y"]]),
        Example(name: "not ASCII", file: "a,b\nzażółć,東京駅 🚉\n", rows: [["zażółć", "東京駅 🚉"]]),
    ]

    @Test("Every chunk size gives the rows that the file has", arguments: examples)
    func chunkSizes(_ example: Example) throws {
        let bytes = Array(example.file.utf8)
        let whole = try CSVTranscript(bytes, chunkSize: bytes.count + 8)
        #expect(whole.header == example.header)
        #expect(whole.rows == example.rows)
        for size in 1...bytes.count + 1 {
            let pieces = try CSVTranscript(bytes, chunkSize: size)
            #expect(pieces == whole, "chunks of \(size) bytes")
        }
    }

    @Test("Random files read as the plain rules say, whatever the chunks")
    func randomFiles() throws {
        let alphabet: [[UInt8]] =
            [
                "a", "b", "c", "\"", "\"", "\"", ",", ",", "\n", "\n", "\r", "\r\n", "\r\r\n", " ",
                "\t", "\0", "\u{1}", "\u{1F}", "é", "東", "\u{FEFF}",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE6, 0x9D], [0x80]]
        try compareRandomFiles(6000, of: alphabet, pieces: 0...40, chunks: 1...12)
    }

    @Test("Long random files of few oddities read as the plain rules say, whatever the chunks")
    func longRandomFiles() throws {
        let usual = ["stop", "12:00:00", "1", ",", ",", ",", ",", ",,", "\n", "x,y", "7.25"]
        let rare = [
            "\u{B}", " ", "\t,", ", ", " \n", "\r\n", "\r\n", "\"a, b\"", "é", "\r", "\"\"", "\n\n",
        ]
        let alphabet = (usual + usual + usual + usual + rare).map { Array($0.utf8) }
        try compareRandomFiles(600, of: alphabet, pieces: 100...600, chunks: 1...1000)
    }

    private func compareRandomFiles(
        _ count: Int, of alphabet: [[UInt8]], pieces: ClosedRange<Int>, chunks: ClosedRange<Int>
    ) throws {
        var generator = SeededGenerator(seed: 20_260_101)
        for _ in 0..<count {
            var file: [UInt8] = []
            for _ in 0..<Int.random(in: pieces, using: &generator) {
                file += alphabet.randomElement(using: &generator) ?? []
            }
            let size = Int.random(in: chunks, using: &generator)
            let found = try CSVTranscript(file, chunkSize: size)
            var expected = CSVNaiveParser.records(file)
            let header = expected.isEmpty ? [] : expected.removeFirst().cells
            guard
                found.header.map({ Array($0.utf8) }) == header,
                found.records.map(\.cells) == expected.map(\.cells),
                found.records.map({ $0.traits.map { $0.contains(.trimmedControls) } })
                    == expected.map(\.trimmedControls),
                found.records.map(\.row) == expected.map(\.row),
                found.records.map(\.line) == expected.map(\.line),
                found.records.map(\.byteOffset) == expected.map(\.byteOffset),
                found.records.map(\.hasUnclosedQuote) == expected.map(\.hasUnclosedQuote)
            else {
                Issue.record(
                    """
                    \(file.map { String(UnicodeScalar($0)) }.joined().debugDescription) in chunks \
                    of \(size): \(found), expected \(header) \(expected)
                    """)
                return
            }
        }
    }

    @Test("A record knows its lines and its first byte")
    func places() throws {
        let file = "\u{FEFF}a,b\r\n\r\n1,\"x\ny\nz\"\r\n2,é\n3,4"
        let records = try CSVTranscript(file, chunkSize: 7).records
        #expect(records.map(\.line) == [3, 6, 7])
        #expect(records.map(\.row) == [5, 6, 7])
        let bytes = Array(file.utf8)
        #expect(records.map { bytes[$0.byteOffset] } == Array("123".utf8))
        #expect(try CSVTranscript(file).blankLines == 1)
    }

    @Test("Invalid UTF-8 is read as Windows-1252 and marked, in its cell alone")
    func invalidUTF8() throws {
        let file = Array("a,b,c\nok,".utf8) + [0x63, 0x61, 0x66, 0xE9] + Array(",é\nx,y,z\n".utf8)
        let records = try CSVTranscript(file, chunkSize: 5).records
        #expect(records.map(\.texts) == [["ok", "café", "é"], ["x", "y", "z"]])
        #expect(records[0].traits == [[], .repaired, []])
        #expect(records.map(\.isRepaired) == [true, false])
    }

    @Test(
        "Invalid UTF-8 is found",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x9A],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func illFormed(_ bytes: [UInt8]) throws {
        for text in [bytes, [0x61] + bytes, bytes + [0x61], [0xC3, 0xA9] + bytes] {
            let records = try CSVTranscript(Array("h\n".utf8) + text + [10]).records
            #expect(records.map(\.isRepaired) == [true])
            let canonical = try CSVReader(
                MemorySource(Array("h\n".utf8) + text + [10]), dialect: .canonical)
            #expect(try canonical.next() && canonical.isRepaired)
            #expect(
                String(decoding: canonical[0], as: UTF8.self).unicodeScalars.contains("\u{FFFD}"))
        }
    }

    @Test("Valid UTF-8 is unchanged, at the edges of every length")
    func wellFormed() throws {
        let scalars: [UInt32] = [
            0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x3FFFF, 0x40000,
            0x10FFFF,
        ]
        for value in scalars {
            let text = try String(#require(Unicode.Scalar(value)))
            let records = try CSVTranscript("h\nx\(text)\n").records
            #expect(records[0].texts == ["x" + text])
            #expect(!records[0].isRepaired)
        }
    }

    @Test("Traits tell quotes, blanks in quotes and stray quotes")
    func traits() throws {
        let records = try CSVTranscript("a,b,c,d\nx,\"x\",\" x\",\"x\"y\n").records
        #expect(
            records[0].traits == [
                [], .quoted, [.quoted, .paddedInQuotes], [.quoted, .strayQuote],
            ])
    }

    @Test("Control characters that are trimmed outside quotes are noted, even of blank lines")
    func trimmedControls() throws {
        let file =
            "\u{1}a,b,\" c\"\n\u{1}x\t,\t y ,z\u{1F}\n \t\n\u{2}\n\u{2},,\n"
            + "\u{1}\"x\",\"y\"\u{B},\"z\" \nx\u{1}y,\" z\",\n"
        for isMarked in [true, false] {
            let reader = try CSVReader(MemorySource(Array(file.utf8), isMarked: isMarked))
            #expect(reader.header == ["a", "b", "c"])
            #expect(reader.trimmedOutsideRows == 2)
            var traits: [[CSVScanner.Traits]] = []
            while try reader.next() { traits.append((0..<reader.count).map(reader.traits)) }
            #expect(
                traits == [
                    [.trimmedControls, [], .trimmedControls], [.trimmedControls, [], []],
                    [[.quoted, .trimmedControls], [.quoted, .trimmedControls], .quoted],
                    [[], [.quoted, .paddedInQuotes], []],
                ])
            #expect(reader.trimmedOutsideRows == 3)
            #expect(reader.blankLines == 2)
        }
    }

    @Test("A record may be longer than chunks and the room in front of them")
    func longRecords() throws {
        let long = String(repeating: "lang ", count: 40_000) + "!"
        let file = "a,b\n1,\(long)\n\"\(long)\n\(long)\",2\n3,4\n"
        let expected = [["1", long], ["\(long)\n\(long)", "2"], ["3", "4"]]
        for size in [1000, 1 << 16, 1 << 20] {
            #expect(try CSVTranscript(file, chunkSize: size).rows == expected)
        }
    }

    @Test("A record as text reads back unchanged")
    func text() throws {
        let file = "a,b,c\nx,\"1,\"\"2\"\"\n3\",\"y\"\n"
        let reader = try CSVReader(MemorySource(Array(file.utf8)))
        #expect(try reader.next())
        #expect(reader.text() == "x,\"1,\"\"2\"\"\n3\",\"y\"")
    }
}
