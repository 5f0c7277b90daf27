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

/// Open descriptors: their lifetime, reading and writing.
@Suite("Descriptors") struct DescriptorTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    // Expected values are taken out of descriptors first: `#expect` copies what it looks at.

    @Test("A descriptor is open to the end of its value, and no longer")
    func closing() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        let reader = try Descriptor(duplicating: ends[0])
        close(ends[0])
        do {
            let writer = try Descriptor(duplicating: ends[1])
            close(ends[1])
            let isReadable = reader.waitForInput(milliseconds: 0)
            #expect(!isReadable)
            try Array("x".utf8).withUnsafeBytes { try writer.write($0) }
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
        defer { buffer.deallocate() }
        let count = try reader.read(into: buffer)
        #expect(count == 1)
        // The end comes when the other side is closed.
        let isAtEnd = reader.waitForInput(milliseconds: 10_000)
        try #require(isAtEnd)
        let rest = try reader.read(into: buffer)
        #expect(rest == 0)
    }

    @Test("Programs that this one starts inherit none")
    func closedInChildren() throws {
        let path = try folder.write("a", [1])
        func isClosing(_ descriptor: consuming Descriptor?) -> Bool {
            guard let descriptor else { return false }
            return fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0
        }
        let areClosing = [
            isClosing(try Descriptor(reading: path)),
            isClosing(try Descriptor(writing: path)),
            isClosing(try Descriptor.sharing(path)),
            isClosing(try Descriptor(making: folder.path + "/b")),
            isClosing(try Descriptor(duplicating: 0)),
            isClosing(try ScratchFile(in: folder.path).finish()),
        ]
        #expect(areClosing == Array(repeating: true, count: 6))
        let file = try NewFile(at: path, replacing: .anything)
        #expect(fcntl(file.descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("A range is read from where it lies, as far as the file goes")
    func ranges() throws {
        let file = try Descriptor(reading: folder.write("a", Array(0..<100)))
        let ranges = [10..<13, 98..<200, 100..<101, 5..<5]
        var found: [[UInt8]] = []
        for range in ranges { found.append(try file.bytes(range)) }
        #expect(found == [[10, 11, 12], [98, 99], [], []])
        let status = try file.status()
        #expect(status.size == 100)
        #expect(status.kind == .file)
    }

    @Test("A call that fails says why, in the system's words")
    func failures() throws {
        let path = try folder.write("a", [1])
        func failure(_ open: () throws(SystemError) -> Void) -> SystemError? {
            do throws(SystemError) {
                try open()
                return nil
            } catch {
                return error
            }
        }
        let missing = failure { () throws(SystemError) in
            _ = try Descriptor(reading: folder.path + "/no")
        }
        #expect(missing == .missing)
        #expect(missing?.isMissing == true)
        #expect(missing?.description == "No such file or directory")
        let inFile = failure { () throws(SystemError) in
            _ = try Descriptor(reading: path + "/no")
        }
        #expect(inFile == .notAFolder)
        #expect(inFile?.isMissing == true)
        let made = failure { () throws(SystemError) in _ = try Descriptor(making: path) }
        #expect(made == .alreadyThere)
        #expect(made?.isMissing == false)
        let readOnly = failure { () throws(SystemError) in
            try Descriptor(reading: path).empty()
        }
        #expect(readOnly?.number == EINVAL || readOnly?.number == EBADF)
    }

    @Test("Only plain files are opened for writing: no pipe that waits for a reader, and no link")
    func otherThings() throws {
        let file = try folder.write("a", [1])
        let (pipe, link) = (folder.path + "/pipe", folder.path + "/link")
        #expect(mkfifo(pipe, 0o600) == 0)
        try Files.makeLink(link, to: file)
        for path in [pipe, link, "/dev/null"] {
            let isAppended = try Descriptor.appending(path) != nil
            let isShared = try Descriptor.sharing(path) != nil
            #expect(!isAppended && !isShared, "\(path)")
        }
        #expect(throws: SystemError.self) { _ = try Descriptor.sharing(folder.path) }
        #expect(try WholeFile.read(file, atMost: 10) == [1])
    }

    @Test("A lock is held by one descriptor at a time")
    func locks() throws {
        let path = folder.path + "/lock"
        func attempt() throws -> Descriptor.Locking? { try Descriptor.sharing(path)?.lock() }
        do {
            guard let first = try Descriptor.sharing(path) else {
                Issue.record("is not a file")
                return
            }
            let attempts = [first.lock(), try attempt(), first.lock()]
            #expect(attempts == [.locked, .held, .locked])
        }
        let last = try attempt()
        #expect(last == .locked)
    }
}

/// Files without a name.
@Suite("Scratch files") struct ScratchFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test("A scratch file has no name, and returns the written bytes")
    func contents() throws {
        var file = try ScratchFile(in: folder.temporaryDirectory)
        #expect(try folder.temporaryFiles() == [])
        try Array("first".utf8).withUnsafeBytes { try file.append($0) }
        var counts = [file.count]
        try file.removeAll()
        counts.append(file.count)
        for text in ["one, ", "two"] {
            try Array(text.utf8).withUnsafeBytes { try file.append($0) }
        }
        counts.append(file.count)
        #expect(counts == [5, 0, 8])
        let read = file.finish()
        let bytes = try read.bytes(0..<100)
        #expect(bytes == Array("one, two".utf8))
        let permissions = try read.status().permissions
        #expect(permissions == 0o600)
        #expect(try folder.temporaryFiles() == [])
    }

    @Test("A folder in which none can be made is an error")
    func noFolder() {
        #expect(throws: SystemError.missing) {
            _ = try ScratchFile(in: folder.path + "/no").count
        }
    }
}
