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

/// Values of other threads, such as how a file went to disk while it was written.
@Suite("Promises", .blocking) struct PromiseTests {
    @Test("A value can be read any number of times") func value() {
        let values = (0..<50).map { number in Promise { number * number } }
        for _ in 0..<2 { #expect(values.map { $0.value() } == (0..<50).map { $0 * $0 }) }
    }

    @Test("The first value counts, and all that wait get it") func first() {
        let promise = Promise<Int>()
        let answers = (0..<20).map { _ in Promise { promise.value() } }
        promise.keep(1)
        promise.keep(2)
        #expect(answers.map { $0.value() } == Array(repeating: 1, count: 20))
    }

    @Test("Bytes written before and after synchronizing are all there") func file() throws {
        let folder = try TestFolder()
        let path = folder.path + "/output"
        let file = try NewFile(at: path, replacing: .anything)
        var expected: [UInt8] = []
        for piece in 0..<3 {
            let bytes = [UInt8](repeating: UInt8(piece), count: 300_000)
            try bytes.withUnsafeBytes { try file.write($0) }
            expected += bytes
            file.startSynchronizing()
        }
        try file.publish()
        #expect(FileManager.default.contents(atPath: path) == Data(expected))
    }

    @Test("A file that is given up leaves nothing") func abandoned() throws {
        let folder = try TestFolder()
        do {
            let file = try NewFile(at: folder.path + "/output", replacing: .anything)
            try [UInt8](repeating: 7, count: 300_000).withUnsafeBytes { try file.write($0) }
            file.startSynchronizing()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0 != "temporary" }.isEmpty)
    }

    @Test("A failure is thrown any number of times") func failure() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // The bytes of a pipe never reach a disk.
        let descriptor = try Descriptor(duplicating: ends[1])
        let begun = descriptor.synchronizing()
        #expect(begun.value()?.number == EINVAL)
        #expect(begun.value()?.number == EINVAL)
    }
}
