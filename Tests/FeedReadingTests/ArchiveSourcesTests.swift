import FeedReading
import Foundation
import TestSupport
import Testing

@Suite("Folders, tars, pipes")
struct ArchiveSourcesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func writeFeed(to place: String) throws {
        for file in TinyFeed.files {
            try folder.write("\(place)/\(file.name)", Array(file.text.utf8))
        }
    }

    @Test("A folder is read like an archive")
    func plainFolder() throws {
        try writeFeed(to: "feed")
        try folder.write("feed/.hidden.txt", [1])
        try folder.write("feed/sub/stops.txt", [1])
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        #expect(archive.names == ["agency.txt", "routes.txt", "stops.txt"])
        #expect(archive.subfolder == nil)
        #expect(archive.archiveBytes == 41)
        #expect(archive.member(named: "stops.txt")?.size == 12)
        #expect(try archive.text(of: "stops.txt", bufferSize: 5) == TinyFeed.files[1].text)
    }

    @Test("Files in folders within it are elsewhere, whatever their names begin with")
    func filesElsewhere() throws {
        try writeFeed(to: "feed")
        let names = ["\u{301}stops.txt", "\nstops.txt", "notes.txt"]
        for name in names { try folder.write("feed/sub/\(name)", [1]) }
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        #expect(archive.names == ["agency.txt", "routes.txt", "stops.txt"])
        #expect(Set(archive.filesElsewhere) == Set(names.map { "sub/" + $0 }))
    }

    @Test("A folder may hold the feed in a folder, or an archive to choose")
    func nestedFolder() throws {
        try writeFeed(to: "outer/inner")
        let archive = try FeedArchive.open(folder.path + "/outer", options: folder.options())
        #expect(archive.subfolder == "inner")
        #expect(archive.hasGTFSFilesInSubfolder)
        try folder.write("zips/a.zip", TinyFeed.zip)
        let chosen = try FeedArchive.open(
            folder.path + "/zips/", options: folder.options(subpath: "a.zip"))
        #expect(chosen.members.count == 3)
    }

    @Test("Links in a folder cannot trap the walk")
    func linkLoop() throws {
        try writeFeed(to: "outer/inner")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/outer/loop", withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/outer/inner/nowhere.txt", withDestinationPath: "none")
        let archive = try FeedArchive.open(folder.path + "/outer", options: folder.options())
        #expect(archive.names.count == 3)
    }

    @Test(
        "Tars and 7z archives are unpacked once, and leave nothing behind",
        arguments: [
            ArchiveBuilder.Kind.tar, .gzippedTar, .xzTar, .sevenZip,
        ])
    func otherArchives(kind: ArchiveBuilder.Kind) throws {
        let files = TinyFeed.files.map { (name: "../feed/" + $0.name, text: $0.text) }
        let old = (name: files[0].name, text: "old")
        let bytes = try ArchiveBuilder.pack([old] + files, as: kind)
        let archive = try folder.open(bytes)
        #expect(archive.names == TinyFeed.files.map(\.name))
        #expect(archive.subfolder == "../feed")
        #expect(archive.archiveBytes == Int64(bytes.count))
        for file in TinyFeed.files.reversed() {
            #expect(try archive.text(of: file.name, bufferSize: 3) == file.text)
        }
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("In a tar, the second name of a file has its content; other links have none")
    func tarLinks() throws {
        func member(
            _ name: String, _ text: String, type: String = "0", link: String = ""
        ) -> [UInt8] {
            var head = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, at place: Int) {
                head.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
            }
            put(name, at: 0)
            put("0000644", at: 100)
            put(String(text.utf8.count, radix: 8), at: 124)
            put("        ", at: 148)
            put(type, at: 156)
            put(link, at: 157)
            put("ustar\u{0}00", at: 257)
            put(String(head.reduce(0) { $0 + Int($1) }, radix: 8) + "\u{0}", at: 148)
            let padding = [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
            return head + Array(text.utf8) + padding
        }
        let files = TinyFeed.files.flatMap { member($0.name, $0.text) }
        let bytes =
            files + member("levels.txt", "", type: "1", link: "stops.txt")
            + member("trips.txt", "", type: "1", link: "none.txt")
            + member("shapes.txt", "", type: "2", link: "stops.txt")
            + member("other.txt", "", type: "2", link: "stops.txt")
            + [UInt8](repeating: 0, count: 1024)
        let archive = try folder.open(bytes)
        #expect(
            archive.names
                == TinyFeed.files.map(\.name) + ["levels.txt", "trips.txt", "shapes.txt"])
        #expect(try archive.text(of: "levels.txt") == archive.text(of: "stops.txt"))
        for name in ["trips.txt", "shapes.txt"] {
            #expect(throws: FeedError.self) { try archive.text(of: name) }
        }
    }

    @Test("A link without a target, a pipe or a folder in the place of a file cannot be read")
    func noFiles() throws {
        try writeFeed(to: "feed")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/feed/trips.txt", withDestinationPath: "none")
        #expect(mkfifo(folder.path + "/feed/shapes.txt", 0o600) == 0)
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        #expect(archive.names.count == 5)
        for name in ["trips.txt", "shapes.txt"] {
            #expect(throws: FeedError.self) { try archive.text(of: name) }
        }
    }

    @Test("Names in tars need no locale")
    func tarNames() throws {
        let bytes = try ArchiveBuilder.pack(
            TinyFeed.files.map { (name: "Zürich/" + $0.name, text: $0.text) }, as: .tar)
        #expect(try folder.open(bytes).subfolder == "Zürich")
    }

    @Test("A compressed zip is a zip; compressed text is text")
    func compressedFile() throws {
        let zip = try ArchiveBuilder.pack([(name: "x", bytes: TinyFeed.zip)], as: .gzip)
        #expect(try folder.open(zip).members.count == 3)
        let text = try ArchiveBuilder.pack([(name: "x", text: "stop_id\n")], as: .gzip)
        let error = feedError { () throws(FeedError) in try folder.open(text) }
        #expect(error?.description.hasSuffix("this is a text file, not a feed") == true)
    }

    @Test("A tar.gz that breaks off is an error")
    func truncatedTar() throws {
        let random = (0..<40_000).map { _ in UInt8.random(in: 32..<127) }
        let bytes = try ArchiveBuilder.pack([(name: "stops.txt", bytes: random)], as: .gzippedTar)
        let error = feedError { () throws(FeedError) in
            try folder.open(Array(bytes.prefix(bytes.count / 2)))
        }
        #expect(error?.exitCode == 65)
        #expect(error?.description.hasSuffix("truncated gzip input") == true)
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("Input from a pipe is copied first")
    func pipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(TinyFeed.zip))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let archive = try FeedArchive.open(path, options: folder.options())
        #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("Input that is no feed comes from a pipe, too, unless pipes are not accepted")
    func wholePipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("live".utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        var options = folder.options()
        options.acceptsPipes = false
        let named = folder.path + "/pipe"
        #expect(mkfifo(named, 0o600) == 0)
        for path in [path, named, "/dev/zero"] {
            let error = feedError { () throws(FeedError) in
                try WholeInput.read(path, atMost: 100, options: options)
            }
            #expect(error?.description == "\(path): is not a file")
        }
        #expect(
            try WholeInput.read(path, atMost: 100, options: folder.options())
                == Array("live".utf8))
    }

    @Test("A copy of a pipe is bounded")
    func boundedPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 1, count: 1000))
        try pipe.fileHandleForWriting.close()
        let options = folder.options(limits: ArchiveLimits(totalBytes: 999))
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let error = feedError { () throws(FeedError) in
            try FeedArchive.open(path, options: options)
        }
        #expect(
            error?.description == "\(path): at least 1000 bytes, more than the limit of "
                + "999 bytes; raise it with --max-unpacked-size")
    }

    @Test("Without a folder for temporary files there is exit code 74")
    func noTemporaryDirectory() throws {
        let path = try folder.write(
            "feed.tgz", ArchiveBuilder.pack(TinyFeed.files, as: .gzippedTar))
        let error = feedError { () throws(FeedError) in
            try FeedArchive.open(path, options: ArchiveOptions(temporaryDirectory: "/nonexistent"))
        }
        #expect(error?.exitCode == 74)
        #expect(error?.description.contains("cannot write a temporary file") == true)
    }
}
