import Foundation
import SQLiteLayer
import TestSupport
import Testing

@testable import BundleWriting

@Suite("Pages that another thread writes")
struct PageFileTests {
    @Test("Pages are in their places once the file is finished, whichever thread writes")
    func places() throws {
        let folder = try TestFolder()
        let path = try folder.write("pages", [])
        let file = try PageFile(path: path)
        for page in 0..<100 {
            try file.startWriting([UInt8](repeating: UInt8(page), count: 4096), at: page * 4096)
        }
        try [UInt8](repeating: 200, count: 10).withUnsafeBytes { try file.write($0, at: 500_000) }
        try file.finish()
        #expect(try file.size() == 500_010)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for page in 0..<100 {
            #expect(bytes[(page * 4096)..<((page + 1) * 4096)].allSatisfy { $0 == UInt8(page) })
        }
        #expect(bytes.suffix(10).allSatisfy { $0 == 200 })
    }

    @Test("A failure is thrown at the end at the latest, in the words of SQLite")
    func failure() throws {
        #if os(Linux)
            let file = try PageFile(path: "/dev/full")
            let error = #expect(throws: SQLiteFailure.self) {
                try file.startWriting([1], at: 0)
                try file.finish()
            }
            #expect(error.map { "\($0)" }?.isEmpty == false)
            #expect(throws: SQLiteFailure.self) { try file.startWriting([1], at: 0) }
        #endif
    }
}
