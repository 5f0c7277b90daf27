import FeedReading
import TestSupport
import Testing

/// Records are taken from marks where those tell their cells, and scanned where not. A reader
/// cannot see which way a record came.
@Suite("Records from marks, and scanned ones")
struct CSVMarksTests {
    /// All that a reader says of a record.
    private struct Record: Equatable {
        /// The bytes of its cells, and where each of these ends: a record may have a million of them.
        let bytes: [UInt8]
        let ends: [Int]
        let traits: [UInt8]
        let texts: [String]
        /// Row, line, first byte, bytes, records and blank lines so far.
        let places: [Int]
        let flags: [Bool]

        init(_ reader: CSVReader) {
            let indices = 0..<reader.count
            var (bytes, ends) = ([UInt8](), [Int]())
            for index in indices {
                bytes.append(contentsOf: reader[index])
                ends.append(bytes.count)
            }
            (self.bytes, self.ends) = (bytes, ends)
            traits = indices.map { reader.traits($0).rawValue } + [reader.allTraits.rawValue]
            let isLong = reader.byteLength > 10_000
            texts = isLong ? [] : [reader.text()] + indices.map { reader.untrimmed($0) }
            places = [
                reader.row, reader.line, reader.byteOffset, reader.byteLength, reader.records,
                reader.blankLines, reader.trimmedOutsideRows,
            ]
            flags = [
                reader.hasUnclosedQuote, reader.isCut, reader.isRepaired, reader.isOrdinary,
                reader.holdsLineBreak,
            ]
        }
    }

    /// All that a reader says of a file.
    private struct Reading: Equatable {
        let header: [String]
        var records: [Record] = []
        /// Line ends that are not the usual ones, where the first of them stand, and marks.
        let rest: [Int]

        init(_ file: [UInt8], chunkSize: Int, dialect: CSVDialect, isMarked: Bool) throws {
            let source = MemorySource(file, chunkSize: chunkSize, isMarked: isMarked)
            let reader = try CSVReader(source, dialect: dialect)
            header = reader.header
            while try reader.next() { records.append(Record(reader)) }
            let tallies = [reader.bareReturns, reader.doubledReturns]
            rest =
                [reader.blankLines, reader.trimmedOutsideRows, reader.byteOrderMarks]
                + tallies.flatMap { [$0.count, $0.firstRow] }
        }
    }

    private func compare(_ file: [UInt8], chunkSize: Int) throws {
        for dialect in [CSVDialect.forgiving, .canonical] {
            let marked = try Reading(file, chunkSize: chunkSize, dialect: dialect, isMarked: true)
            let scanned = try Reading(file, chunkSize: chunkSize, dialect: dialect, isMarked: false)
            guard marked != scanned else { continue }
            let pair = zip(marked.records, scanned.records).first { $0 != $1 }
            Issue.record(
                """
                \(file.map { String(UnicodeScalar($0)) }.joined().debugDescription), \(dialect), \
                in chunks of \(chunkSize): \(pair.map { "\($0), scanned \($1)" } ?? "")
                """)
            throw CancellationError()
        }
    }

    @Test(
        "A line reads the same wherever it stands in the blocks that are looked at together",
        arguments: [
            "\"a\",\"b\"", "\"a\",b", "a,\"b\"", "\"\",\"\"", "\"a,b\",\"c,,d\"", "\"\"\"\",x",
            "\"say \"\"hi\"\" now\",\"\"\"x\"\"\"", "\" a\",b", "\"a \",b", "\"  \",b", "a,\" b\"",
            "a,\"b \"", " \"a\",b", "\"a\" ,b", "a, \"b\"", "a,\"b\" ", "\"a\"b,c", "a\"b,c\"",
            "5\" pipe,\"x\"", "\"a\"\"b,c\"", "\"\"a,b\"\"", "\"a\n\",b", "\"a\r\nb\",c",
            "\"a\rb\",c",
            "\"a\"\rb", "a\r\"b\",c", "\"a\u{0}\",b", "\"é\",\"b\"", "#\"a,b", "#\"a\",b", "a,\"b",
            "\"", "\"\"", "\"\"\"", "a,\"\"\"\"\"\"", " x ,\" y\"", "\t\"", "\u{FEFF}\"a\",b",
            "\u{1}a,b", "a,b\u{1F}", "\u{1}", "\u{1}\"a\",b", "\"a\",\"b\"\u{1}", "a\u{1}b,c",
        ])
    func everyPlace(_ line: String) throws {
        let ends = ["\n", "\r\n", "\n", "\r", "\n", "\r\n", "\r\r\n"]
        for length in 0...70 {
            let end = ends[length % ends.count]
            let before = "h,i\n" + String(repeating: "x", count: 64 + length) + "\n"
            let file = before + line + end + "\"p\",\"q\"" + end + line + end + "r,s\n"
            try compare(Array(file.utf8), chunkSize: 1000)
            // By itself, for what is odd in a block is so for all of its lines.
            try compare(Array((before + line + end + "r,s\n").utf8), chunkSize: 1000)
        }
    }

    @Test("Random files read the same, whatever the chunks")
    func randomFiles() throws {
        let alphabet: [[UInt8]] =
            [
                "a", "b", "\"", "\"", "\"", ",", ",", "\n", "\n", "\r", "\r\n", "\r\r\n", " ", "\t",
                "\0", "\u{1}", "é", "#", "\"x\",", ",\"y z\"", "\u{FEFF}",
            ].map { Array($0.utf8) } + [[0xFF], [0xE6, 0x9D]]
        try compareRandomFiles(400, of: alphabet, pieces: 0...200, chunks: 1...300)
    }

    @Test("Random files of quoted cells and few oddities read the same, whatever the chunks")
    func quotedFiles() throws {
        let usual = [
            "\"stop\",", "\"12:00:00\",", "\"\",", "\"a, b\",", "plain,", "\"x\"\n", "7\n",
        ]
        let odd = [
            "\"say \"\"hi\"\"\",", "\"\"\"\"\n", "\" \",", "\" a\",", "\"b \"\n", " \"c\",",
            "\"d\" \n",
            "5\",", "\"e\"f,", "\"g\nh\",", "\"é\",", "\r", "\r\n", "\"", "\0", "#", ", ",
        ]
        let alphabet = (Array(repeating: usual, count: 20).joined() + odd).map { Array($0.utf8) }
        try compareRandomFiles(120, of: alphabet, pieces: 50...400, chunks: 64...4000)
    }

    private func compareRandomFiles(
        _ count: Int, of alphabet: [[UInt8]], pieces: ClosedRange<Int>, chunks: ClosedRange<Int>
    ) throws {
        var generator = SeededGenerator(seed: 20_261_123)
        for _ in 0..<count {
            var file: [UInt8] = []
            for _ in 0..<Int.random(in: pieces, using: &generator) {
                file += alphabet.randomElement(using: &generator) ?? []
            }
            try compare(file, chunkSize: Int.random(in: chunks, using: &generator))
        }
    }
}
