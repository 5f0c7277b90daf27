import FeedReading
import TestSupport
import Testing

@Suite("Reading zips")
struct ArchiveZipTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test(
        "Stored, deflated and wide zips of libarchive open",
        arguments: ["zip:compression=store", "zip:compression=deflate", "zip:zip64"])
    func compressions(options: String) throws {
        let archive = try folder.open(
            ArchiveBuilder.pack(TinyFeed.files, as: .zip(options: options)))
        #expect(archive.names == TinyFeed.files.map(\.name))
        for file in TinyFeed.files {
            #expect(try archive.text(of: file.name) == file.text)
        }
        #expect(archive.subfolder == nil)
        #expect(!archive.hasGTFSFilesInSubfolder)
    }

    @Test("A member tells name, path, sizes and checksum")
    func memberFacts() throws {
        let zip = HandmadeZip([HandmadeZip.Member("stops.txt", "stop_id\n").deflated]).bytes
        let archive = try folder.open(zip)
        let member = try #require(archive.members.first)
        #expect(member.name == "stops.txt")
        #expect(member.path == "stops.txt")
        #expect(member.size == 8)
        #expect(member.compressedSize == 13)
        #expect(member.crc32 == HandmadeZip.Member.checksum(Array("stop_id\n".utf8)))
        #expect(archive.archiveBytes == Int64(zip.count))
    }

    @Test("Members are read in any order, several at the same time")
    func anyOrder() throws {
        let archive = try folder.open(HandmadeZip(TinyFeed.members().map(\.deflated)).bytes)
        let last = try archive.open(#require(archive.member(named: "routes.txt")))
        let first = try archive.open(#require(archive.member(named: "agency.txt")))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 5, alignment: 1)
        defer { buffer.deallocate() }
        var texts = ["", ""]
        for _ in 0..<4 {
            for (index, stream) in [last, first].enumerated() {
                let count = try stream.read(into: buffer)
                texts[index] += String(decoding: buffer.prefix(count), as: UTF8.self)
            }
        }
        #expect(texts == ["route_id\n1\n", "agency_name\nMetro\n"])
        #expect(first.offset == 18)
    }

    @Test("A read fills its buffer and ends with 0, whatever the block sizes")
    func fillsBuffers() throws {
        let text = (0..<200_000).map { "\($0)\n" }.joined()
        let archive = try folder.open(
            ArchiveBuilder.pack([("stops.txt", text)], as: .zip(options: "")))
        let stream = try archive.open(#require(archive.members.first))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 300_001, alignment: 1)
        defer { buffer.deallocate() }
        var counts: [Int] = []
        repeat { counts.append(try stream.read(into: buffer)) } while counts.last != 0
        let whole = Array(repeating: 300_001, count: text.utf8.count / 300_001)
        #expect(counts == whole + [text.utf8.count % 300_001, 0])
        #expect(try archive.text(of: "stops.txt", bufferSize: 77) == text)
    }

    @Test("Sizes may stand behind the content, stored or deflated", arguments: [false, true])
    func dataDescriptors(deflated: Bool) throws {
        let members = TinyFeed.members().map { member in
            var member = deflated ? member.deflated : member
            member.hasDescriptor = true
            return member
        }
        let archive = try folder.open(HandmadeZip(members).bytes)
        #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
        #expect(try archive.text(of: "routes.txt") == TinyFeed.files[2].text)
    }

    @Test("Zip64 numbers are read, behind junk as well", arguments: [0, 1000])
    func zip64(junk: Int) throws {
        let members = TinyFeed.members().map { member in
            var member = member
            member.isZip64 = true
            return member
        }
        var zip = HandmadeZip(members)
        zip.isZip64 = true
        zip.junkInFront = [UInt8](repeating: 0x7F, count: junk)
        let archive = try folder.open(zip.bytes)
        #expect(try archive.text(of: "routes.txt") == TinyFeed.files[2].text)
    }

    @Test("A program, text or junk may stand in front", arguments: ["MZ\u{0}\u{1}", "#!/bin/sh\n"])
    func junkInFront(junk: String) throws {
        var zip = HandmadeZip(TinyFeed.members())
        zip.junkInFront = Array(junk.utf8)
        #expect(try folder.open(zip.bytes).text(of: "stops.txt") == TinyFeed.files[1].text)
    }

    @Test("A comment of any length may stand at the end", arguments: [1, 20_000, 65_535])
    func comment(length: Int) throws {
        var zip = HandmadeZip(TinyFeed.members())
        zip.comment = [UInt8](repeating: UInt8(ascii: "c"), count: length)
        #expect(try folder.open(zip.bytes).names.count == 3)
    }

    @Test("Names are UTF-8, or else code page 437")
    func nameEncodings() throws {
        let archive = try folder.open(
            HandmadeZip([
                .init("stops.txt", ""), .init("Zürich 駅.txt", ""),
                .init(name: [0x5A, 0x81, 0x72] + Array(".txt".utf8), "x"),
            ]).bytes)
        #expect(archive.names == ["stops.txt", "Zürich 駅.txt", "Zür.txt"])
        #expect(try archive.text(of: "Zür.txt") == "x")
    }

    @Test("Backslashes separate folders, too")
    func backslashes() throws {
        let archive = try folder.open(HandmadeZip(TinyFeed.members(in: "feed\\2026\\")).bytes)
        #expect(archive.subfolder == "feed/2026")
        #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
    }

    @Test("A leading dot is not a folder")
    func dots() throws {
        let dot = [HandmadeZip.Member("./", "")]
        let archive = try folder.open(HandmadeZip(dot + TinyFeed.members(in: "./")).bytes)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(archive.subfolder == nil)
        #expect(!archive.hasGTFSFilesInSubfolder)
    }

    @Test("Of members with the same name the first counts, as for the canonical validator")
    func duplicates() throws {
        let archive = try folder.open(
            HandmadeZip(["stops.txt": "first", "agency.txt": "a", "stops.txt": "last"]).bytes)
        #expect(archive.names == ["stops.txt", "agency.txt"])
        #expect(try archive.text(of: "stops.txt") == "first")
        #expect(repairs(archive) == ["gtfs_duplicate_file stops.txt: stops.txt 1, not stops.txt 3"])
    }

    @Test("A name with a slash in front counts only where the feed has no other of that name")
    func slashInFront() throws {
        let own: [HandmadeZip.Member] = [.init("stops.txt", "own"), .init("trips.txt", "t")]
        let other = HandmadeZip.Member("/stops.txt", "other")
        for members in [own + [other], [other] + own] {
            for isCanonical in [false, true] {
                let path = try folder.write("slash.zip", HandmadeZip(members).bytes)
                var options = folder.options()
                options.isCanonical = isCanonical
                let archive = try FeedArchive.open(path, options: options)
                #expect(archive.names == ["stops.txt", "trips.txt"])
                #expect(try archive.text(of: "stops.txt") == "own")
                #expect(archive.passedOver == ["/stops.txt"])
            }
        }
        let alone = try folder.open(HandmadeZip([other, own[1]]).bytes)
        #expect(try alone.text(of: "stops.txt") == "other")
    }

    @Test("The exact name counts among those that differ in case; the other is not an unknown file")
    func cases() throws {
        let archive = try folder.open(
            HandmadeZip(["STOPS.TXT": "upper", "Agency.txt": "a", "stops.txt": "lower"]).bytes)
        #expect(archive.names == ["Agency.txt", "stops.txt"])
        #expect(
            repairs(archive) == [
                "gtfs_duplicate_file stops.txt: stops.txt 3, not STOPS.TXT 1",
                "gtfs_file_name_case Agency.txt",
            ])
        let none = try folder.open(HandmadeZip(["STOPS.TXT": "first", "Stops.txt": "s"]).bytes)
        let member = try #require(none.member(named: "stops.txt"))
        #expect(member.name == "STOPS.TXT")
    }

    @Test("For the canonical validator the first counts, in whatever case")
    func canonicalCases() throws {
        let zip = HandmadeZip(["STOPS.TXT": "upper", "stops.txt": "lower", "stops.txt": "third"])
        let path = try folder.write("cases.zip", zip.bytes)
        var options = folder.options()
        options.isCanonical = true
        let archive = try FeedArchive.open(path, options: options)
        #expect(archive.names == ["STOPS.TXT", "stops.txt"])
        #expect(archive.member(named: "stops.txt")?.name == "STOPS.TXT")
    }

    @Test("Files of other folders are not duplicates; unknown ones are")
    func otherDuplicates() throws {
        let archive = try folder.open(
            HandmadeZip([
                "stops.txt": "s", "old/stops.txt": "1", "old/stops.txt": "2", "readme.md": "a",
                "readme.md": "b",
            ]).bytes)
        #expect(archive.names == ["stops.txt", "readme.md"])
        #expect(
            repairs(archive) == ["gtfs_duplicate_file readme.md: readme.md 4, not readme.md 5"])
        #expect(archive.passedOver == ["readme.md"])
    }

    @Test("Names that look the same but have different bytes are those of two files")
    func canonicalEquivalents() throws {
        let names = ["stops.txt", "\u{E9}.txt", "e\u{301}.txt"]
        let archive = try folder.open(
            HandmadeZip(names.map { HandmadeZip.Member($0, "in \($0)") }).bytes)
        #expect(archive.names.map { Array($0.utf8) } == names.map { Array($0.utf8) })
        #expect(archive.unknownMembers.map(\.size) == [10, 9])
        #expect(repairs(archive).isEmpty)
        for member in archive.members {
            let text = try archive.text(of: member)
            #expect(text.utf8.elementsEqual("in \(member.name)".utf8))
        }
    }

    @Test("The last of a tar's members of one name counts")
    func tarDuplicates() throws {
        let files = [("stops.txt", "old"), ("agency.txt", "a"), ("stops.txt", "new")]
        let archive = try folder.open(try ArchiveBuilder.pack(files, as: .gzippedTar))
        #expect(try archive.text(of: "stops.txt") == "new")
        #expect(repairs(archive) == ["gtfs_duplicate_file stops.txt: stops.txt 3, not stops.txt 1"])
    }

    @Test("Bytes that do not belong to a zip are reported, wherever they are")
    func foreignBytes() throws {
        let zip = TinyFeed.zip
        let page = Array("<html><body>502 Bad Gateway</body></html>".utf8)
        #expect(repairs(try folder.open(zip)).isEmpty)
        let front = "gtfs_bytes_outside_archive feed.zip 0 \(page.count) an HTML page"
        #expect(repairs(try folder.open(page + zip)) == [front])
        let behind = "gtfs_bytes_outside_archive feed.zip"
        #expect(repairs(try folder.open(zip + [0, 1])) == [behind + " \(zip.count) 2"])
        #expect(
            repairs(try folder.open(page + zip + page)) == [
                front, behind + " \(page.count + zip.count) \(page.count) an HTML page",
            ])
        var commented = HandmadeZip(TinyFeed.members())
        commented.comment = Array("made by hand".utf8)
        #expect(repairs(try folder.open(commented.bytes)).isEmpty)
        #expect(
            repairs(try folder.open(commented.bytes + [7])) == [
                behind + " \(commented.bytes.count) 1"
            ])
        let end = zip.count - 22
        #expect(
            repairs(try folder.open(zip[..<end] + [1, 2, 3] + zip[end...])) == [
                behind + " \(end) 3"
            ])
    }

    @Test("Wide zips have nothing around them either")
    func wideZip() throws {
        var zip = HandmadeZip(TinyFeed.members())
        zip.isZip64 = true
        #expect(repairs(try folder.open(zip.bytes)).isEmpty)
        let size = zip.bytes.count
        #expect(
            repairs(try folder.open(zip.bytes + [0])) == [
                "gtfs_bytes_outside_archive feed.zip \(size) 1"
            ])
    }

    @Test("Files around an inner archive are reported, too")
    func innerArchive() throws {
        var member = HandmadeZip.Member("feeds/inner.zip", "")
        member.packed = [1, 2] + TinyFeed.zip
        member.size = Int64(member.packed.count)
        member.crc32 = HandmadeZip.Member.checksum(member.packed)
        let archive = try folder.open(HandmadeZip([member]).bytes, subpath: "feeds/inner.zip")
        #expect(repairs(archive) == ["gtfs_bytes_outside_archive inner.zip 0 2"])
    }

    @Test("Bytes behind a 7z are reported")
    func sevenZip() throws {
        let archive = try ArchiveBuilder.pack(TinyFeed.files, as: .sevenZip)
        #expect(repairs(try folder.open(archive)).isEmpty)
        #expect(
            repairs(try folder.open(archive + Array("<html>".utf8))) == [
                "gtfs_bytes_outside_archive feed.zip \(archive.count) 6 an HTML page"
            ])
    }

    @Test("Bytes behind a tar are reported, compressed or not, and behind a compressed zip")
    func tar() throws {
        let page = Array("<html>".utf8)
        for kind in [ArchiveBuilder.Kind.gzippedTar, .tar] {
            let archive = try ArchiveBuilder.pack(TinyFeed.files, as: kind)
            #expect(repairs(try folder.open(archive)).isEmpty)
            #expect(
                repairs(try folder.open(archive + page)) == [
                    "gtfs_bytes_outside_archive feed.zip \(archive.count) 6 an HTML page"
                ], "\(kind)")
        }
        // A tar is filled up with zeros.
        let plain = try ArchiveBuilder.pack(TinyFeed.files, as: .tar)
        #expect(repairs(try folder.open(plain + [UInt8](repeating: 0, count: 9_000))).isEmpty)
        let zip = try ArchiveBuilder.pack([(name: "x", bytes: TinyFeed.zip)], as: .gzip)
        #expect(
            repairs(try folder.open(zip + page)) == [
                "gtfs_bytes_outside_archive feed.zip \(zip.count) 6 an HTML page",
                "gtfs_compressed_archive feed.zip a gzip file",
            ])
    }

    @Test("A zip is found in front of many other bytes", arguments: [65_600, 1_200_000])
    func muchBehind(count: Int) throws {
        let zip = TinyFeed.zip
        var behind = [UInt8](repeating: 7, count: count)
        // The mark of an end that is none.
        behind.replaceSubrange(count - 100..<count - 96, with: [0x50, 0x4B, 5, 6])
        for around in [zip + behind, zip + behind.reversed()] {
            let archive = try folder.open(around)
            #expect(archive.names == TinyFeed.files.map(\.name))
            #expect(
                repairs(archive) == ["gtfs_bytes_outside_archive feed.zip \(zip.count) \(count)"])
        }
    }

    @Test("Marks of ends that are none are looked at up to a number", arguments: [500, 2_000])
    func manyMarks(count: Int) throws {
        let marks = (0..<count).flatMap { _ in [0x50, 0x4B, 5, 6, 0, 0] as [UInt8] }
        let bytes = TinyFeed.zip + marks + [UInt8](repeating: 7, count: 70_000)
        let error = feedError { () throws(FeedError) in try folder.open(bytes) }
        #expect((error == nil) == (count < 1_000), "\(error?.description ?? "opened")")
        #expect(error?.description.contains("its central directory is missing") != false)
    }

    @Test("Zeros behind a compressed tar are unpacked up to the limit")
    func bombBehindTar() throws {
        let tar = try ArchiveBuilder.pack(TinyFeed.files, as: .tar)
        let zeros = [UInt8](repeating: 0, count: Int(ArchiveLimits.ratioFloorBytes))
        let bomb = try ArchiveBuilder.pack([(name: "x", bytes: tar + zeros)], as: .gzip)
        let error = feedError { () throws(FeedError) in try folder.open(bomb) }
        #expect(error?.description.contains("300:1") == true, "\(error?.description ?? "opened")")
    }

    @Test("A zip within the beginning of another one is not taken for it")
    func innerEnd() throws {
        var member = HandmadeZip.Member("inner.zip", "")
        member.packed = TinyFeed.zip + [UInt8](repeating: 7, count: 100_000)
        member.size = Int64(member.packed.count)
        let bytes = Array(HandmadeZip([member]).bytes.dropLast(80))
        let error = feedError { () throws(FeedError) in try folder.open(bytes) }
        #expect(error?.description.contains("the zip is cut short") == true)
    }

    @Test("A zip with more members than declared is reported")
    func memberCount() throws {
        var bytes = TinyFeed.zip
        for index in [bytes.count - 14, bytes.count - 12] { bytes[index] = 2 }
        let archive = try folder.open(bytes)
        #expect(archive.names.count == 3)
        #expect(repairs(archive) == ["gtfs_archive_member_count feed.zip 2 3"])
    }

    @Test("A compressed zip is reported, a compressed tar is not")
    func compressedZip() throws {
        let plain = try ArchiveBuilder.pack(TinyFeed.files, as: .gzippedTar)
        #expect(repairs(try folder.open(plain)).isEmpty)
        let zip = try ArchiveBuilder.pack([(name: "x", bytes: TinyFeed.zip)], as: .gzip)
        #expect(
            repairs(try folder.open(zip)) == ["gtfs_compressed_archive feed.zip a gzip file"])
    }

    @Test("Backslashes in paths of feed files are reported")
    func backslashRepairs() throws {
        let archive = try folder.open(
            HandmadeZip(["feed\\stops.txt": "a", "feed/agency.txt": "b", "docs\\x.md": "c"]).bytes)
        #expect(repairs(archive) == ["gtfs_backslashes_in_path stops.txt feed/stops.txt"])
    }

    /// The facts about the archive's files.
    private func repairs(_ archive: FeedArchive) -> [String] {
        let bin = NoticeBin()
        archive.noteRepairs(of: archive.readingPlan, in: bin)
        return bin.sorted.flatMap(\.samples).map { notice in
            let values = notice.fields.fields.map { field in
                switch field.value {
                case .text(let text): text
                case .integer(let number): "\(number)"
                default: ""
                }
            }
            return notice.definition == .duplicateFile && values.count == 5
                ? "\(notice.code) \(values[0]): \(values[1]) \(values[2]), not "
                    + "\(values[3]) \(values[4])"
                : ([notice.code] + values).joined(separator: " ")
        }
    }

    @Test("Folders, links, hidden files and __MACOSX are not members")
    func ignored() throws {
        var link = HandmadeZip.Member("linked.txt", "/etc/passwd")
        link.unixMode = 0o120777
        let others: [HandmadeZip.Member] = [
            .init("docs/", ""), .init("__MACOSX/._stops.txt", "x"), .init(".DS_Store", "x"),
            .init(".git/stops.txt", "x"), link,
        ]
        let archive = try folder.open(HandmadeZip(others + TinyFeed.members()).bytes)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(!archive.hasGTFSFilesInSubfolder)
    }

    @Test("A link in the place of a file of the reference cannot be read")
    func linkedFile() throws {
        var link = HandmadeZip.Member("trips.txt", "/etc/passwd")
        link.unixMode = 0o120777
        let archive = try folder.open(HandmadeZip([link] + TinyFeed.members()).bytes)
        #expect {
            try archive.text(of: "trips.txt")
        } throws: { error in
            let line = (error as? FeedError)?.description ?? ""
            return line.hasSuffix("/trips.txt: is not a file, but a link or the like")
        }
    }

    @Test("A slash divides a path, also where it is one character with what is beside it")
    func combinedSlashes() throws {
        let others = [
            HandmadeZip.Member("old/\u{301}stops.txt", "x"), .init("new\u{600}/", ""),
            .init(".\u{301}hidden.txt", "x"),
        ]
        let archive = try folder.open(HandmadeZip(others + TinyFeed.members()).bytes)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(archive.filesElsewhere == ["old/\u{301}stops.txt"])
    }

    @Test("Names that leave the folder stay names", arguments: ["../", "/", "/etc/", "a/../../"])
    func escapingNames(prefix: String) throws {
        let archive = try folder.open(HandmadeZip(TinyFeed.members(in: prefix)).bytes)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(archive.hasGTFSFilesInSubfolder)
        #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("A name in another case is found, the exact name first")
    func caseOfNames() throws {
        let archive = try folder.open(
            HandmadeZip(["STOPS.TXT": "upper", "Trips.txt": "t", "trips.txt": "exact"]).bytes)
        #expect(archive.member(named: "stops.txt")?.name == "STOPS.TXT")
        #expect(try archive.text(of: "stops.txt") == "upper")
        #expect(try archive.text(of: "trips.txt") == "exact")
        #expect(archive.member(named: "shapes.txt") == nil)
    }

    @Test("Empty members have no bytes")
    func emptyMember() throws {
        let archive = try folder.open(HandmadeZip(["stops.txt": "", "trips.txt": "x"]).bytes)
        #expect(try archive.text(of: "stops.txt")?.isEmpty == true)
    }
}
