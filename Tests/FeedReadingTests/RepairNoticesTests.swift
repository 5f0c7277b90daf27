import FeedReading
import GTFSSchedule
import TestSupport
import Testing

@Suite("Repairs while reading are reported")
struct RepairNoticesTests {
    private struct Reading {
        var cells: [[String]] = []
        let findings = Findings()
        private(set) var rejected: [String] = []

        init(_ bytes: [UInt8], chunkSize: Int = 1 << 16) throws {
            try self.init(MemorySource(bytes, chunkSize: chunkSize))
        }

        init(_ text: String) throws {
            try self.init(Array(text.utf8))
        }

        init(_ source: any ByteSource) throws {
            var rejected: [String] = []
            findings.onReject = {
                rejected.append("\($0.row) \($0.field ?? "-") \($0.value) \($0.code)")
            }
            let reader = try TableReader(Stop.table, source: source, findings: findings)
            while try reader.next() {
                cells.append(
                    (0..<reader.cells.count).map {
                        String(decoding: reader.cells[$0], as: UTF8.self)
                    })
            }
            // Once more behind the end: nothing may be told of twice.
            _ = try reader.next()
            self.rejected = rejected
        }

        var repairs: [String] {
            findings.notices.sorted.flatMap(\.samples).filter(\.definition.isOurs).map { notice in
                ([notice.code] + notice.fields.fields.dropFirst().map { "\($0.value.text)" })
                    .joined(separator: " ")
            }
        }
    }

    @Test("A NUL is replaced wherever it stands, told of and kept", arguments: [1, 3, 7, 64, 4096])
    func nul(chunkSize: Int) throws {
        let text = "stop_id,stop_name,stop_desc\nA,Mill\0Lane,\0\nB, x\0 ,\"\0q\"\nC,plain,ok\n"
        let reading = try Reading(Array(text.utf8), chunkSize: chunkSize)
        #expect(
            reading.cells == [
                ["A", "Mill\u{FFFD}Lane", "\u{FFFD}"], ["B", "x\u{FFFD}", "\u{FFFD}q"],
                ["C", "plain", "ok"],
            ])
        let expected = [
            "2 stop_name Mill\u{FFFD}Lane", "2 stop_desc \u{FFFD}", "3 stop_name x\u{FFFD}",
            "3 stop_desc \u{FFFD}q",
        ]
        #expect(reading.repairs == expected.map { "gtfs_nul_character " + $0 })
        #expect(reading.rejected == expected.map { $0 + " gtfs_nul_character" })
        #expect(reading.findings.counts[.invalidCharacter] == nil)
    }

    @Test("A NUL in a header is reported")
    func nulInHeader() throws {
        let reading = try Reading("stop_id,stop\0_name\nA,x\n")
        #expect(reading.repairs == ["gtfs_nul_character 1 stop\u{FFFD}_name"])
        #expect(reading.rejected.isEmpty)
    }

    @Test("A NUL beside bytes that are not UTF-8 counts as both")
    func nulAndInvalid() throws {
        let bytes = Array("stop_id,stop_name\nA,x".utf8) + [0, 0xE9] + Array("\n".utf8)
        let reading = try Reading(bytes)
        #expect(reading.cells == [["A", "x\u{FFFD}é"]])
        #expect(reading.findings.counts[.invalidCharacter] == 1)
        #expect(reading.findings.counts[.nulCharacter] == 1)
    }

    @Test("Carriage returns at line ends are reported with the first row and their number")
    func lineEnds() throws {
        let bare = try Reading("stop_id\rA\rB\rC\r")
        #expect(bare.cells == [["A"], ["B"], ["C"]])
        #expect(bare.repairs == ["gtfs_line_ends 1 CR 3"])
        let doubled = try Reading("stop_id\nA\r\r\nB\r\r\nC\r\n")
        #expect(doubled.cells == [["A"], ["B"], ["C"]])
        #expect(doubled.repairs == ["gtfs_line_ends 2 CRCRLF 2"])
        let both = try Reading("stop_id\r\r\nA\r\nB\rC\n")
        #expect(both.repairs == ["gtfs_line_ends 3 CR 1", "gtfs_line_ends 1 CRCRLF 1"])
    }

    @Test(
        "Line ends that others read are not told of",
        arguments: [
            "stop_id\nA\nB\n", "stop_id\r\nA\r\nB\r\n", "stop_id\nA\r\nB", "stop_id\nA\r\nB\r",
            "stop_id\n\r\nA\n", "stop_id,stop_name\nA,\"x\ry\"\n",
        ])
    func usualLineEnds(text: String) throws {
        #expect(try Reading(text).repairs.isEmpty)
    }

    @Test("The ends of a file's pieces do not matter", arguments: 1...20)
    func pieces(size: Int) throws {
        let text = "stop_id,stop_name\r\r\nA,\"x\"y\r\nB,z\0\rC,\"open\r\n"
        let whole = try Reading(text)
        let pieces = try Reading(Array(text.utf8), chunkSize: size)
        #expect(whole.repairs.count == 5)
        #expect(pieces.repairs == whole.repairs)
        #expect(pieces.cells == whole.cells)
    }

    @Test("UTF-16 is reported, with a mark and without", arguments: [true, false], [true, false])
    func utf16(isBigEndian: Bool, hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "stop_id,stop_name\nA,Gdańsk\n"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        let folder = try TestFolder()
        try folder.write("feed/stops.txt", bytes)
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        let pump = FeedPump(archive, plan: archive.members)
        let reading = try Reading(pump.nextFile())
        #expect(reading.cells == [["A", "Gdańsk"]])
        #expect(reading.repairs == ["gtfs_encoding \(isBigEndian ? "UTF-16BE" : "UTF-16LE")"])
    }

    @Test("A file in Windows-1252 has one notice, with the number of characters converted")
    func windows1252() throws {
        let folder = try TestFolder()
        try folder.write(
            "feed/stops.txt",
            Array("stop_id,stop_name\nG".utf8) + [0xE4, 0x31, 0x2C, 0x80, 0x0A])
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        let pump = FeedPump(archive, plan: archive.members)
        let reading = try Reading(pump.nextFile())
        #expect(reading.cells == [["Gä1", "€"]])
        #expect(reading.repairs == ["gtfs_encoding windows-1252 2"])
        #expect(reading.findings.counts[.invalidCharacter] == nil)
    }

    @Test("Of several byte order marks none is a part of the first name", arguments: [1, 2, 5, 64])
    func marks(chunkSize: Int) throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let file = Array("stop_id\nA\n".utf8)
        let two = try Reading(mark + mark + file, chunkSize: chunkSize)
        #expect(two.cells == [["A"]])
        #expect(two.findings.counts[.missingRequiredColumn] == nil)
        #expect(two.repairs == ["gtfs_encoding 2"])
        #expect(try Reading(mark + file, chunkSize: chunkSize).repairs.isEmpty)
        func header(_ marks: Int) throws -> [String] {
            let bytes = (0..<marks).flatMap { _ in mark } + file
            return try CSVReader(
                MemorySource(bytes, chunkSize: chunkSize), dialect: .canonical
            ).header
        }
        #expect(try header(2) == ["stop_id"])
        #expect(try header(3) == ["\u{FEFF}stop_id"])
    }

    @Test("A bad row leaves nothing behind in the next one")
    func traitsOfTheNext() throws {
        let bytes = Array("a,b\n1,".utf8) + [0xF0, 0xF0] + Array("\n2,x\n".utf8)
        let records = try CSVTranscript(bytes).records
        #expect(records.map(\.traits) == [[[], .repaired], [[], []]])
    }

    /// Found by `fuzz-csv`.
    @Test("Bytes that are not UTF-8 read the same in pieces of every size")
    func invalidInPieces() throws {
        let file =
            Array("service_id,monday,tuesday,x\nWE,0,0,0\nDAILY,1,1,1,1,".utf8)
            + [UInt8](repeating: 0xF0, count: 102)
            + Array("1,1,1,20260701,20270630\nNIGHT,0,0,0,0,1,1,,020260701,20270630\n".utf8)
        let whole = try CSVTranscript(file)
        #expect(whole.records[1].cells[5].count == 2 * 102 + 1)
        for size in 1...128 {
            #expect(try CSVTranscript(file, chunkSize: size) == whole, "pieces of \(size) bytes")
        }
    }

    @Test("For the canonical validator maximal subparts are replaced, as Unicode has it")
    func maximalSubparts() throws {
        // The table of section 3.9: two whole beginnings, one cut off, and bytes that begin nothing.
        let parts: [(bytes: [UInt8], count: Int)] = [
            ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82], 8),
            ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF], 8),
            ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF], 7),
            ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF], 4),
        ]
        for (bytes, count) in parts {
            for size in [1, 3, 64] {
                let file = Array("a,b\n".utf8) + bytes + Array(",x\n".utf8)
                let reader = try CSVReader(
                    MemorySource(file, chunkSize: size), dialect: .canonical)
                #expect(try reader.next())
                let cell = String(decoding: reader[0], as: UTF8.self)
                #expect(cell.unicodeScalars.count { $0 == "\u{FFFD}" } == count)
                #expect(cell == String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}

extension NoticeValue {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        default: "?"
        }
    }
}
