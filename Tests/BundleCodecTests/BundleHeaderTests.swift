import BundleCodec
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Headers of bundles")
struct BundleHeaderTests {
    /// A header as SQLite writes it.
    private func header(
        application: Int = BundleHeader.applicationID,
        version: Int = BundleHeader.versions.upperBound, pageBytes: Int = 4096,
        pages: Int = 10
    ) -> [UInt8] {
        var bytes = Array("SQLite format 3\0".utf8)
        bytes += [UInt8](repeating: 0, count: BundleHeader.size - bytes.count)
        func write(_ number: Int, at offset: Int, bytes count: Int) {
            for place in 0..<count {
                bytes[offset + place] = UInt8(
                    truncatingIfNeeded: number >> (8 * (count - 1 - place)))
            }
        }
        write(pageBytes == 65_536 ? 1 : pageBytes, at: 16, bytes: 2)
        write(pages, at: 28, bytes: 4)
        write(version, at: 60, bytes: 4)
        write(application, at: 68, bytes: 4)
        return bytes
    }

    @Test("Pages of all sizes, and as many as there can be")
    func sizes() throws {
        for power in 9...16 {
            for pages in [1, 2, 4_294_967_294] {
                let size = (1 << power) * pages
                let bytes = header(pageBytes: 1 << power, pages: pages)
                let read = try BundleHeader(bytes, fileBytes: size)
                #expect((read.pageBytes, read.pages) == (1 << power, pages))
                #expect(throws: BundleHeader.Refusal.cut(expected: size)) {
                    try BundleHeader(bytes, fileBytes: size - 1)
                }
            }
        }
    }

    @Test("Versions from the first to the newest")
    func versions() throws {
        for version in BundleHeader.versions {
            #expect(
                try BundleHeader(header(version: version), fileBytes: 40_960).version == version)
        }
        #expect(throws: BundleHeader.Refusal.newer(version: 4)) {
            try BundleHeader(header(version: 4), fileBytes: 40_960)
        }
        #expect(throws: BundleHeader.Refusal.unknown(version: 0)) {
            try BundleHeader(header(version: 0), fileBytes: 40_960)
        }
    }

    @Test("Headers that SQLite itself writes are read")
    func written() throws {
        let folder = try TestFolder()
        let path = folder.path + "/bundle.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(BundleHeader.applicationID);
                    PRAGMA user_version = \(BundleHeader.versions.upperBound);
                    CREATE TABLE stops (sid);
                    """)
        }
        try queue.close()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let read = try BundleHeader(Array(bytes.prefix(BundleHeader.size)), fileBytes: bytes.count)
        #expect(read.pageBytes * read.pages == bytes.count)
        #expect(read.version == BundleHeader.versions.upperBound)
    }

    @Test("Other kinds of files are recognized")
    func others() throws {
        typealias Refusal = BundleHeader.Refusal
        let whole = header()
        for (bytes, refusal) in [
            ([], Refusal.empty), (Array("SQLite format 3".utf8), .noDatabase),
            (Array("PK\u{3}\u{4}".utf8), .noDatabase), (Array(whole.prefix(99)), .headerCut),
            (Array(whole.prefix(16)), .headerCut), (header(application: 0), .foreign),
            (header(pageBytes: 0), .pageSize(bytes: 0)),
            (header(pageBytes: 256), .pageSize(bytes: 256)),
            (header(pageBytes: 4097), .pageSize(bytes: 4097)),
        ] {
            #expect(throws: refusal) { try BundleHeader(bytes, fileBytes: 40_960) }
        }
    }
}
