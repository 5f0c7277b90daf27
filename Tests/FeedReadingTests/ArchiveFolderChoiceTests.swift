import FeedReading
import TestSupport
import Testing

@Suite("Finding the feed in an archive")
struct ArchiveFolderChoiceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test("A single nested folder is found and reported")
    func nested() throws {
        let archive = try folder.open(HandmadeZip(TinyFeed.members(in: "out/gtfs/")).bytes)
        #expect(archive.subfolder == "out/gtfs")
        #expect(archive.hasGTFSFilesInSubfolder)
        #expect(archive.members.first?.name == "agency.txt")
        #expect(archive.members.first?.path == "out/gtfs/agency.txt")
    }

    @Test("Files at the root win over those in folders, which are still reported")
    func rootWins() throws {
        let archive = try folder.open(
            HandmadeZip(TinyFeed.members(in: "old/") + TinyFeed.members()).bytes)
        #expect(archive.subfolder == nil)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(archive.hasGTFSFilesInSubfolder)
        #expect(archive.filesElsewhere == TinyFeed.files.map { "old/\($0.name)" })
    }

    @Test("Stray files in another folder make no second feed")
    func strayFiles() throws {
        let strays: [HandmadeZip.Member] = [
            .init("feed/ignore/ok.txt", "x"), .init("copy/stops.txt", "x"), .init("README.md", "x"),
        ]
        let archive = try folder.open(HandmadeZip(TinyFeed.members(in: "feed/") + strays).bytes)
        #expect(archive.subfolder == "feed")
    }

    @Test("A folder with a single known file is taken when there is nothing better")
    func singleFile() throws {
        #expect(try folder.open(HandmadeZip(["x/shapes.txt": ""]).bytes).subfolder == "x")
    }

    private static var twoFeeds: [UInt8] {
        HandmadeZip(TinyFeed.members(in: "bus/") + TinyFeed.members(in: "rail/")).bytes
    }

    @Test("Two feeds are an error that names them")
    func twoFeeds() {
        let error = feedError { () throws(FeedError) in try folder.open(Self.twoFeeds) }
        #expect(error?.exitCode == 65)
        let expected = "holds several feeds: bus, rail; choose with --subpath"
        #expect(error?.description.hasSuffix(expected) == true)
    }

    @Test("--subpath chooses, however it is written", arguments: ["rail", "/rail/", "./rail"])
    func subpath(subpath: String) throws {
        let archive = try folder.open(Self.twoFeeds, subpath: subpath)
        #expect(archive.subfolder == "rail")
        #expect(archive.members.map(\.path).first == "rail/agency.txt")
    }

    @Test("A wrong --subpath is an error that names the right ones")
    func wrongSubpath() {
        let error = feedError { () throws(FeedError) in
            try folder.open(Self.twoFeeds, subpath: "tram")
        }
        let expected = "no folder or archive tram in it, only bus, rail"
        #expect(error?.description.hasSuffix(expected) == true)
    }

    @Test("Inner zips are named, and --subpath opens one")
    func innerZip() throws {
        var inner = HandmadeZip.Member("feeds/bus.zip", "")
        inner.packed = HandmadeZip(TinyFeed.members(in: "deep/")).bytes
        inner.size = Int64(inner.packed.count)
        inner.crc32 = HandmadeZip.Member.checksum(inner.packed)
        let zip = HandmadeZip([inner]).bytes
        let error = feedError { () throws(FeedError) in try folder.open(zip) }
        #expect(
            error?.description.hasSuffix(
                "holds archives instead of a feed: feeds/bus.zip; choose with --subpath") == true)

        for subpath in ["feeds/bus.zip", "feeds/bus.zip/deep"] {
            let archive = try folder.open(zip, subpath: subpath)
            #expect(archive.subfolder == "deep")
            #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
            #expect(archive.archiveBytes == Int64(zip.count))
        }
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("Files of an inner archive are named as --subpath takes them")
    func innerNames() throws {
        func wrap(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
            try ArchiveBuilder.pack([(name: name, bytes: bytes)], as: .zip(options: ""))
        }
        func message(_ zip: [UInt8], _ subpath: String) -> String {
            let error = feedError { () throws(FeedError) in
                try folder.open(zip, subpath: subpath)
            }
            return error?.description ?? "no error"
        }
        let zip = try wrap(wrap(TinyFeed.zip, as: "feed.zip"), as: "outer/inner.zip")
        let choice = "holds archives instead of a feed: outer/inner.zip/feed.zip; choose with --sub"
        #expect(message(zip, "outer/inner.zip").contains(choice))
        #expect(try folder.open(zip, subpath: "outer/inner.zip/feed.zip").members.count == 3)
        #expect(
            message(zip, "outer/inner.zip/x").hasSuffix(
                "no folder or archive outer/inner.zip/x in it, only outer/inner.zip/feed.zip"))
        let two = try wrap(Self.twoFeeds, as: "two.zip")
        #expect(message(two, "two.zip").contains("several feeds: two.zip/bus, two.zip/rail;"))
        #expect(try folder.open(two, subpath: "two.zip/rail").subfolder == "rail")
    }

    @Test("Archives are opened two deep, no deeper")
    func depth() throws {
        func wrap(_ bytes: [UInt8]) throws -> [UInt8] {
            try ArchiveBuilder.pack([(name: "in.zip", bytes: bytes)], as: .zip(options: ""))
        }
        let two = try wrap(wrap(TinyFeed.zip))
        #expect(try folder.open(two, subpath: "in.zip/in.zip").members.count == 3)
        let three = try wrap(two)
        let error = feedError { () throws(FeedError) in
            try folder.open(three, subpath: "in.zip/in.zip/in.zip")
        }
        #expect(error?.exitCode == 65)
        #expect(error?.description.contains("are not read") == true)
    }

    @Test("The error for an archive without a feed names its contents")
    func somethingElse() {
        let error = feedError { () throws(FeedError) in
            try folder.open(HandmadeZip(["a.csv": "", "b/c.pdf": ""]).bytes)
        }
        #expect(error?.exitCode == 65)
        #expect(error?.description.hasSuffix("holds no GTFS files, only a.csv, b/c.pdf") == true)
    }

    @Test("The list of names can be another")
    func knownNames() throws {
        let path = try folder.write("feed.zip", HandmadeZip(["x/mine.txt": ""]).bytes)
        let archive = try FeedArchive.open(
            path, options: folder.options(), knownNames: ["mine.txt"])
        #expect(archive.subfolder == "x")
    }
}
