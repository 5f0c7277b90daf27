import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Files for reading") struct ReadableFileTests {
    private typealias File = ReadableFile<FileError>

    @Test("A file is read at any offset, and what of a range is there") func offsets() throws {
        let folder = try TestFolder()
        let file = try File(path: folder.write("letters", Array("abcdef".utf8)))
        #expect(file.size == 6)
        #expect(try file.bytes(4..<9) == Array("ef".utf8))
        #expect(try file.bytes(1..<3) == Array("bc".utf8))
        let mapped = try withExtendedLifetime(file.mapped()) { Array($0.bytes) }
        #expect(mapped == Array("abcdef".utf8))
    }

    @Test("Only a regular file is opened, and the writer of a pipe is not waited for")
    func otherThings() throws {
        let folder = try TestFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path] {
            #expect(throws: FileError.cannotRead(path: path, reason: "it is not a file")) {
                try File(path: path)
            }
        }
        let missing = folder.path + "/missing"
        #expect(
            throws: FileError.cannotRead(path: missing, reason: SystemError.missing.description)
        ) {
            try File(path: missing)
        }
    }
}
