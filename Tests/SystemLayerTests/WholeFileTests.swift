import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Files read as a whole") struct WholeFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func make(_ name: String, linkTo target: String) throws -> String {
        let path = folder.path + "/" + name
        try Files.makeLink(path, to: target)
        return path
    }

    @Test("A file is read up to its limit, and not one byte beyond") func limits() throws {
        let path = try folder.write("letters", Array("abcdef".utf8))
        #expect(try WholeFile.read(path, atMost: 6) == Array("abcdef".utf8))
        #expect(throws: FileError.tooLarge(path: path, limit: 5)) {
            try WholeFile.read(path, atMost: 5)
        }
        #expect(try WholeFile.head(path, count: 2) == Array("ab".utf8))
        #expect(try WholeFile.head(path, count: 9) == Array("abcdef".utf8))
        #expect(try WholeFile.read(path + "no", atMost: 6) == nil)
        #expect(try WholeFile.head(path + "no", count: 6) == nil)
        #expect(try WholeFile.read(path + "/no", atMost: 6) == nil)
    }

    @Test("Pipes, endless devices and folders are refused at once, under any name")
    func otherThings() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let link = try make("zero", linkTo: "/dev/zero")
        for path in [pipe, link, "/dev/zero", folder.path] {
            let refusal = FileError.cannotRead(path: path, reason: "it is not a file")
            #expect(throws: refusal) { try WholeFile.read(path, atMost: .max) }
            #expect(throws: refusal) { try WholeFile.head(path, count: 16) }
        }
    }

    @Test("A link is followed only outside of folders that others write to") func links() throws {
        let path = try folder.write("letters", Array("abcdef".utf8))
        let link = try make("link", linkTo: path)
        #expect(try WholeFile.read(link, atMost: 6) == Array("abcdef".utf8))
        #expect(throws: FileError.cannotRead(path: link, reason: "it is not a file")) {
            try WholeFile.read(link, atMost: 6, followingLinks: false)
        }
    }

    @Test("A pipe that a shell opened for this process is read, up to the limit")
    func handedOver() throws {
        let pipe = Pipe()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        try pipe.fileHandleForWriting.write(contentsOf: Data("abcdef".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try WholeFile.read(path, atMost: 6) == Array("abcdef".utf8))
        let endless = try Descriptor(reading: "/dev/zero")
        let zeros = "/dev/fd/\(endless.number)"
        #expect(throws: FileError.tooLarge(path: zeros, limit: 10)) {
            try WholeFile.read(zeros, atMost: 10)
        }
    }
}
