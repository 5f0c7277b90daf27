import FeedReading
import TestSupport
import Testing

@Suite("Files without some of their records")
struct EditedRecordsTests {
    private func edited(
        _ text: String, chunkSize: Int = 1 << 16, sourceSize: Int = 1 << 16,
        _ verdict: @escaping (String) -> EditedRecords.Verdict
    ) throws -> CSVTranscript {
        try CSVTranscript(
            EditedRecords(
                MemorySource(Array(text.utf8), chunkSize: sourceSize), chunkSize: chunkSize
            ) { _ in
                { verdict($0.count > 0 ? String(decoding: $0[0], as: UTF8.self) : "") }
            })
    }

    private static let texts = [
        "id,name\nA,x\nB,y\nC,z\n", "id,name\r\nA,x\r\nB,y\r\nC,z", "id,name\rA,x\rB,y\rC,z\r",
        "id,name\r\r\nA,x\r\r\nB,y\r\r\nC,z\r\r\n",
        "\u{FEFF}\u{FEFF}id,name\n\n\nA,\"a\nb\"\"c\" \nB,\"two\n\nlines\"\n \nC,\" z \"",
        "\n\nid,name\nA,\"x\nB,é\nC,\u{0}z,more\n", "id,name\nB,y\nB,y\nB,y\n", "", "id,name",
    ]

    @Test("Records that stay have the cells, traits and rows that they had", arguments: texts)
    func stays(text: String) throws {
        let whole = try CSVTranscript(text)
        for size in [16, 17, 40, 1 << 16] {
            let all = try edited(text, chunkSize: size, sourceSize: size) { _ in .stays }
            #expect(all.header == whole.header)
            let part = try edited(text, chunkSize: size, sourceSize: size) {
                $0 == "B" ? .goes : .stays
            }
            for (found, wanted) in [
                (all.records, whole.records),
                (part.records, whole.records.filter { $0.texts[0] != "B" }),
            ] {
                #expect(found.map(\.cells) == wanted.map(\.cells))
                #expect(found.map(\.traits) == wanted.map(\.traits))
                #expect(found.map(\.row) == wanted.map(\.row))
                #expect(found.map(\.hasUnclosedQuote) == wanted.map(\.hasUnclosedQuote))
            }
        }
    }

    @Test("Cells are changed in their place, and the rest of the record is as it was")
    func changes() throws {
        let text = "id,name,z\nA,x, 1 \n\"B\",\"y\n\",\"2\"\n\"C\"\"C\",w,\" 3 \"\nD\n"
        let found = try edited(text) { $0 == "D" ? .stays : .changes([0: "I,", 1: ""]) }
        #expect(
            found.rows == [
                ["I", "", "", "1"], ["I,", "", "2"], ["I,", "", "3"], ["D"],
            ])
        #expect(found.records.map(\.row) == [2, 4, 5, 6])
        #expect(found.records[1].traits == [.quoted, [.quoted, .blankInQuotes], .quoted])
    }

    @Test("Files end as usual when the reader leaves early")
    func pass() throws {
        let folder = try TestFolder()
        try folder.write("feed/agency.txt", Array(String(repeating: "x,y\n", count: 100).utf8))
        try folder.write("feed/stops.txt", Array("h\nlast\n".utf8))
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        let plan = archive.members.sorted { $0.name < $1.name }
        let pump = FeedPump(archive, plan: plan, slots: 2, chunkSize: 64)
        let first = try EditedRecords(pump.nextFile()) { _ in { _ in .goes } }
        try first.pass()
        #expect(try first.nextChunk() == nil)
        #expect(try CSVTranscript(pump.nextFile()).rows == [["last"]])
    }
}
