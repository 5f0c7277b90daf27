import FeedReading
import TestSupport
import Testing

@Suite("Encodings of CSV files")
struct CSVEncodingTests {
    private static let text = "stop_id,stop_name\r\nA,Gdańsk Główny\r\nB,東京駅 🚉🚉\r\nC,z"

    enum Order: CaseIterable {
        case little, big

        func bytes(_ text: String) -> [UInt8] {
            ("\u{FEFF}" + text).utf16.flatMap { unit in
                let high = UInt8(unit >> 8)
                let low = UInt8(unit & 0xFF)
                return self == .little ? [low, high] : [high, low]
            }
        }
    }

    private func read(_ bytes: [UInt8], chunkSize: Int) throws -> CSVTranscript {
        let folder = try TestFolder()
        try folder.write("feed/stops.txt", bytes)
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        let pump = FeedPump(archive, plan: archive.members, slots: 2, chunkSize: chunkSize)
        return try CSVTranscript(pump.nextFile())
    }

    @Test("UTF-16 with a mark reads as UTF-8 does", arguments: Order.allCases)
    func utf16(_ order: Order) throws {
        let expected = try CSVTranscript(Self.text)
        for size in Array(16...70) + [1 << 16] {
            let found = try read(order.bytes(Self.text), chunkSize: size)
            #expect(found.header == expected.header)
            #expect(found.rows == expected.rows, "chunks of \(size) bytes")
        }
    }

    @Test("UTF-8 reads the same through the thread, with a mark and without")
    func utf8() throws {
        let expected = try CSVTranscript(Self.text).rows
        for size in [16, 17, 33, 1 << 16] {
            #expect(try read(Array(Self.text.utf8), chunkSize: size).rows == expected)
            #expect(
                try read(Array(("\u{FEFF}" + Self.text).utf8), chunkSize: size).rows == expected)
        }
    }

    @Test("Windows-1252 reads as UTF-8 does, wherever its first character is")
    func windows1252() throws {
        // Some of these in another order would be UTF-8.
        let characters = "€’“”–œŸÿ¿éßÄ"
        let bytes: [UInt8] = [
            0x80, 0x92, 0x93, 0x94, 0x96, 0x9C, 0x9F, 0xFF, 0xBF, 0xE9, 0xDF, 0xC4,
        ]
        for ahead in [0, 1, 5, 30, 31, 32, 33, 40, 100] {
            let ascii = "stop_id,stop_name\r\n" + String(repeating: "A", count: ahead)
            let expected = try CSVTranscript(ascii + characters + ",x\r\nB,y")
            for size in Array(16...70) + [1 << 16] {
                let found = try read(
                    Array(ascii.utf8) + bytes + Array(",x\r\nB,y".utf8), chunkSize: size)
                #expect(found.header == expected.header)
                #expect(found.rows == expected.rows, "\(ahead) before, chunks of \(size) bytes")
            }
        }
    }

    @Test(
        "A file is not in Windows-1252 if it has UTF-8, control characters or bytes without a meaning",
        arguments: [
            ([0xC3, 0xA9], "é"), ([0x81], "\u{FFFD}81"), ([0x9D], "\u{FFFD}9D"), ([0x01], "\u{1}"),
            ([0x7F], "\u{7F}"),
        ] as [([UInt8], String)])
    func mixed(other: [UInt8], text: String) throws {
        let files = [
            Array("h,i\n".utf8) + [0xE4, 0x2C, 0x78] + other + [0x78, 0x0A],
            Array("h,i\n".utf8) + [0x78] + other + [0x78, 0x2C, 0xE4, 0x0A],
        ]
        for (file, rows) in zip(files, [[["ä", "x\(text)x"]], [["x\(text)x", "ä"]]]) {
            for size in [16, 17, 1 << 16] {
                let found = try read(file, chunkSize: size)
                #expect(found.rows == rows)
                // Each cell has its own notice.
                #expect(found.records.map(\.isRepaired) == [true])
            }
        }
    }

    @Test("Ids that differ in a byte differ, whatever the byte")
    func distinct() throws {
        let rows = (0x80...0xFF).flatMap { [0x47, UInt8($0), 0x31, 0x0A] as [UInt8] }
        let found = try read(Array("h\n".utf8) + rows, chunkSize: 64)
        #expect(Set(found.records.map { $0.cells[0] }).count == 128)
    }

    @Test("Half a character at the end and lone surrogates become U+FFFD")
    func brokenUTF16() throws {
        let odd = Order.little.bytes("h\nab") + [0x63]
        #expect(try read(odd, chunkSize: 64).rows == [["ab\u{FFFD}"]])
        let lone: [UInt8] = Order.little.bytes("h\na") + [0x3D, 0xD8, 0x62, 0] + [0x3D, 0xD8]
        #expect(try read(lone, chunkSize: 64).rows == [["a\u{FFFD}b\u{FFFD}"]])
        let low: [UInt8] = Order.big.bytes("h\na") + [0xDC, 0x00, 0, 0x62]
        #expect(try read(low, chunkSize: 64).rows == [["a\u{FFFD}b"]])
    }

    @Test("A mark alone is an empty file", arguments: Order.allCases)
    func markAlone(_ order: Order) throws {
        #expect(try read(order.bytes(""), chunkSize: 64).header == [])
    }
}
