import Foundation
import SystemLayer
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Outputs: what they replace, and what they leave as it is.
@Suite("New files", .blocking) struct NewFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, to name: String, _ form: NewFile.Form = .bytes) throws {
        try WholeFile.write(text.utf8, to: path(name), form, replacing: .anything)
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: destination)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0 != "temporary" }.sorted()
    }

    private func status(_ name: String) throws -> FileStatus {
        try #require(try fileStatus(path(name), followingLinks: false))
    }

    /// Expects a refusal that says a reason, and that nothing changed.
    private func expectRefusal(
        _ name: String, reason: String, form: NewFile.Form = .bytes,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try names()
        let failure = #expect(throws: FileError.self, sourceLocation: location) {
            try write("new", to: name, form)
        }
        #expect(
            failure == .cannotCreate(path: path(name), reason: reason), sourceLocation: location)
        #expect(try names() == before, sourceLocation: location)
    }

    @Test("A file appears whole, or is replaced, and nothing stays beside it")
    func replaced() throws {
        try write("one", to: "a")
        #expect(text("a") == "one")
        let file = try NewFile(at: path("a"), replacing: .anything)
        try Array("two".utf8).withUnsafeBytes { try file.write($0) }
        #expect(text("a") == "one")
        try file.publish()
        #expect(text("a") == "two")
        #expect(try names() == ["a"])
    }

    @Test("A file that is not published is removed")
    func dropped() throws {
        do {
            let file = try NewFile(at: path("a"), replacing: .anything)
            #expect(NewFile.isTemporary((file.temporaryPath as NSString).lastPathComponent))
            #expect(try names().count == 1)
        }
        #expect(try names() == [])
    }

    @Test("A replaced file keeps its mode; a new file has the usual one")
    func modes() throws {
        try write("one", to: "a")
        try folder.write("b", [1])
        #expect(try status("a").permissions == status("b").permissions)
        chmod(path("a"), 0o604)
        try write("two", to: "a")
        #expect(try status("a").permissions == 0o604)
        try write("key", to: "c", .secret)
        #expect(try status("c").permissions == 0o600)
    }

    @Test("Links stay links, and their targets are replaced")
    func links() throws {
        try folder.write("in/real", Array("old".utf8))
        try link("one", to: "in/real")
        try link("two", to: path("one"))
        try write("new", to: "two")
        #expect(text("in/real") == "new")
        #expect(try status("one").kind == .link)
        #expect(try status("two").kind == .link)
        try link("empty", to: "in/nothing")
        try write("made", to: "empty")
        #expect(text("in/nothing") == "made")
        #expect(try status("empty").kind == .link)
    }

    @Test("A place that cannot be an output is refused, and unchanged")
    func refused() throws {
        try link("loop", to: "pool")
        try link("pool", to: "loop")
        try link("lost", to: "no/such")
        try FileManager.default.createDirectory(
            atPath: path("folder"), withIntermediateDirectories: false)
        try link("to-folder", to: "folder")
        try expectRefusal("loop", reason: "is a link that leads back to itself")
        try expectRefusal("lost", reason: "No such file or directory")
        try expectRefusal("folder", reason: "is a folder")
        try expectRefusal("to-folder", reason: "is a folder")
        try expectRefusal("folder/", reason: "names a folder, not a file")
        try expectRefusal("folder/..", reason: "names a folder, not a file")
        try expectRefusal("no/such", reason: "No such file or directory")
        try write("a file", to: "file")
        try expectRefusal("file/x", reason: "Not a directory")
        try expectRefusal("file", reason: "already exists", form: .secret)
        try expectRefusal("file", reason: "already exists", form: .unique)
        #expect(text("file") == "a file")
    }

    @Test("A pipe gets the bytes of a report and stays; a file that needs a place is refused")
    func pipe() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        try link("to-pipe", to: "pipe")
        for name in ["pipe", "to-pipe"] {
            try expectRefusal(name, reason: "is a pipe or a device; name a file", form: .file)
            // Open for reading and writing: neither end waits for the other.
            let reader = open(path("pipe"), O_RDWR)
            defer { close(reader) }
            try write("report", to: name)
            var buffer = [UInt8](repeating: 0, count: 100)
            #expect(read(reader, &buffer, 100) == 6)
            #expect(String(decoding: buffer.prefix(6), as: UTF8.self) == "report")
        }
        #expect(try status("pipe").kind == .pipe)
        #expect(try status("to-pipe").kind == .link)
    }

    @Test("A device gets the bytes of a report and stays")
    func device() throws {
        // A null device of our own. Only root makes one.
        guard mknod(path("null"), S_IFCHR | 0o666, Self.nullDevice) == 0 else { return }
        let before = try status("null")
        try expectRefusal("null", reason: "is a pipe or a device; name a file", form: .file)
        try write("report", to: "null")
        #expect(try status("null").isSame(as: before))
        #expect(try status("null").kind == .device)
    }

    /// Major 1, minor 3.
    private static let nullDevice: dev_t = 0x103

    @Test("A descriptor gets the bytes where it stands")
    func descriptor() throws {
        let file = open(path("log"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        try Array("before ".utf8).withUnsafeBytes { try writeAll($0, to: file) }
        try WholeFile.write("report".utf8, to: "/dev/fd/\(file)", replacing: .anything)
        #expect(text("log") == "before report")
        #expect(throws: FileError.self) {
            try WholeFile.write("bundle".utf8, to: "/dev/fd/\(file)", .file, replacing: .anything)
        }
    }

    @Test("Leftovers of a killed run are removed, files in use are not")
    func leftovers() throws {
        try folder.write(".a.gtfs-Left00", [1])
        try folder.write(".b.gtfs-Left00", [1])
        let held = try NewFile(at: path("a"), replacing: .anything)
        try write("new", to: "a")
        let name = (held.temporaryPath as NSString).lastPathComponent
        #expect(try names() == [name, ".b.gtfs-Left00", "a"].sorted())
    }

    @Test("Files and folders of others stay, although their names begin as leftovers do")
    func namesLikeLeftovers() throws {
        let others = [
            ".a.gtfs-", ".a.gtfs-notes", ".a.gtfs-notes.txt", ".a.gtfs-Left00-old", ".a.gtfs-old",
        ]
        for name in others { try folder.write(name, [1]) }
        try write("new", to: "a")
        #expect(try names() == (others + ["a"]).sorted())
        let folders = [".f.gtfs-notes", ".f.gtfs-old", ".f.gtfs-Left00-new"]
        for name in folders { try folder.write(name + "/diary", [1]) }
        _ = try NewFolder(at: path("f"))
        #expect(try names() == (others + folders + ["a"]).sorted())
    }

    @Test(
        "A database is not put beside the journal of another one", arguments: ["-journal", "-wal"])
    func journals(suffix: String) throws {
        try folder.write("a" + suffix, [])
        let new = try NewFile(at: path("a"), .database, replacing: .anything)
        try folder.write("a" + suffix, [1])
        #expect(throws: FileError.self) { try new.publish() }
        let error = #expect(throws: FileError.self) {
            try NewFile(at: path("a"), .database, replacing: .anything)
        }
        #expect(error?.description.contains(path("a") + suffix + " exists") == true)
        _ = try NewFile(at: path("a"), replacing: .anything)
    }

    @Test("A folder is removed although another thread still makes files in it")
    func filledFolder() throws {
        // So many that the thread makes some while these are removed.
        for number in 0..<3000 { try folder.write("filled/\(number)", [1]) }
        let filled = path("filled")
        let hasBegun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for number in 0..<50 {
                close(open("\(filled)/new-\(number)", O_WRONLY | O_CREAT, 0o600))
                hasBegun.signal()
                usleep(500)
            }
        }
        hasBegun.wait()
        UnfinishedFiles.remove(filled)
        #expect(try names() == [])
    }

    @Test("A name as long as names may be")
    func longName() throws {
        let name = String(repeating: "\u{E9}", count: 127)
        try write("new", to: name)
        #expect(text(name) == "new")
    }

    @Test("One file under several paths is known")
    func sameFile() throws {
        try folder.write("in/file", [1])
        try link("there", to: "in")
        try link("file", to: "there/file")
        try FileManager.default.linkItem(atPath: path("in/file"), toPath: path("hard"))
        let file = try OutputPlace(path("in/file"))
        #expect(try file.isSameFile(as: OutputPlace(path("file"))))
        #expect(try file.isSameFile(as: OutputPlace(path("hard"))))
        #expect(
            try OutputPlace(path("in/new")).isSameFile(as: OutputPlace(path("there/new"))))
        #expect(try !file.isSameFile(as: OutputPlace(path("in/other"))))
    }
}
