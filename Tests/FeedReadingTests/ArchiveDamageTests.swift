import FeedReading
import TestSupport
import Testing

@Suite("Broken and foreign input")
struct ArchiveDamageTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func message(opening bytes: [UInt8]) -> String? {
        feedError { () throws(FeedError) in try folder.open(bytes) }?.description
    }

    private func message(reading bytes: [UInt8]) throws -> String? {
        let archive = try folder.open(bytes)
        return feedError { () throws(FeedError) in try archive.text(of: "stops.txt") }?.description
    }

    @Test(
        "A file that is not an archive is named by its format",
        arguments: [
            ("", "is empty"),
            ("<!DOCTYPE html><p>Moved", "this is an HTML page, not a feed"),
            ("\u{FEFF}\n<HTML><body>", "this is an HTML page, not a feed"),
            ("<?xml version='1.0'?><Error/>", "this is an XML document, not a feed"),
            ("{\"error\": 1}", "this is a JSON document, not a feed"),
            ("stop_id,stop_name\n", "this is a text file, not a feed"),
            ("%PDF-1.7", "this is a PDF document, not a feed"),
            ("Rar!\u{1A}\u{7}", "this is a RAR archive, not a feed"),
            ("\u{1}\u{2}\u{3}", "this is neither a zip nor a tar, not a feed"),
        ])
    func foreign(content: String, expected: String) throws {
        let error = feedError { () throws(FeedError) in try folder.open(Array(content.utf8)) }
        #expect(error?.exitCode == 65)
        #expect(error?.description == "\(folder.path)/feed.zip: \(expected)")
    }

    @Test(
        "A zip that breaks off is called cut short",
        arguments: Array(1...19))
    func truncated(twentieths: Int) {
        let zip = TinyFeed.zip
        #expect(
            message(opening: Array(zip.prefix(zip.count * twentieths / 20)))?.contains("cut short")
                == true)
    }

    @Test("A zip without its middle is rejected, or its damaged member when it is read")
    func missingMiddle() throws {
        var zip = TinyFeed.zip
        zip.removeSubrange(60..<80)
        #expect(message(opening: zip)?.contains("cut short or broken") == true)
    }

    @Test("A 7z that is cut short is reported, wherever it ends")
    func cutSevenZip() throws {
        let whole = try ArchiveBuilder.pack(TestFeed.base.files, as: .sevenZip)
        for length in [10, 31, 32, 40, whole.count / 2, whole.count - 1] {
            let said = message(opening: Array(whole.prefix(length)))
            #expect(said?.contains("the 7z is cut short") == true, "\(length): \(said ?? "")")
        }
    }

    @Test("An empty zip holds nothing")
    func emptyZip() {
        let expected = "is empty; a feed has files such as stops.txt"
        #expect(message(opening: HandmadeZip([]).bytes)?.hasSuffix(expected) == true)
    }

    @Test("A wrong checksum is an error that names the member and the place")
    func checksum() throws {
        for deflated in [false, true] {
            var stops = TinyFeed.members()[1]
            stops.crc32 ^= 1
            let zip = HandmadeZip([deflated ? stops.deflated : stops]).bytes
            let text = try #require(try message(reading: zip))
            #expect(text.contains("stops.txt is damaged at byte"))
            #expect(text.contains("bad CRC"))
        }
    }

    @Test("A changed byte is noticed, in the checksum or before")
    func changedByte() throws {
        let text = (0..<5000).map { "\($0)," }.joined()
        let zip = try ArchiveBuilder.pack([("stops.txt", text)], as: .zip(options: ""))
        for position in [60, 500, zip.count / 2] {
            var damaged = zip
            damaged[position] ^= 0x10
            #expect(try message(reading: damaged)?.contains("stops.txt is damaged") == true)
        }
    }

    @Test("A member that holds more or less than declared is an error", arguments: [-3, 3])
    func lyingSize(difference: Int64) throws {
        for deflated in [false, true] {
            var stops = TinyFeed.members()[1]
            if deflated { stops = stops.deflated }
            stops.size += difference
            let zip = HandmadeZip([stops]).bytes
            #expect(try message(reading: zip)?.contains("stops.txt is damaged") == true)
        }
    }

    @Test("Members that overlap are rejected")
    func overlap() {
        var zip = TinyFeed.zip
        // The second record points into the first member.
        let second = zip.indices.dropLast(4).filter { zip[$0...].starts(with: [0x50, 0x4B, 1, 2]) }
        zip.replaceSubrange(second[1] + 42..<second[1] + 46, with: [9, 0, 0, 0])
        #expect(message(opening: zip)?.contains("cut short or broken") == true)
    }

    @Test("A member without local header is damaged")
    func missingLocalHeader() throws {
        var zip = HandmadeZip(["stops.txt": "stop_id\n"]).bytes
        zip[2] = 0
        #expect(try message(reading: zip)?.contains("stops.txt is damaged at byte 0") == true)
    }

    @Test("Encrypted members are called encrypted")
    func encrypted() throws {
        let zip = try ArchiveBuilder.pack(
            TinyFeed.files, as: .zip(options: "zip:encryption=zipcrypt"), password: "secret")
        let text = try #require(message(opening: zip))
        #expect(text.contains("agency.txt is encrypted"))
    }

    @Test("An unknown compression method is named")
    func unknownMethod() throws {
        var stops = TinyFeed.members()[1]
        stops.method = 97
        let text = try #require(try message(reading: HandmadeZip([stops]).bytes))
        #expect(text.contains("stops.txt"))
        #expect(text.contains("97"))
    }

    @Test("Deflate64, with which Windows packs large files, is not called damage")
    func deflate64() throws {
        var stops = TinyFeed.members()[1]
        stops.method = 9
        let text = try #require(try message(reading: HandmadeZip([stops]).bytes))
        #expect(
            text.hasSuffix(
                "feed.zip: stops.txt is packed with Deflate64, which cannot be read; "
                    + "pack it again with Deflate"))
    }

    @Test("Something missing is exit code 66")
    func missing() {
        let error = feedError { () throws(FeedError) in
            try FeedArchive.open(folder.path + "/none.zip", options: folder.options())
        }
        #expect(error?.exitCode == 66)
        #expect(error?.description == "\(folder.path)/none.zip: no such file or folder")
    }
}
