/// The first hundred bytes of a bundle, which identify it before SQLite opens it
/// (https://www.sqlite.org/fileformat.html).
///
/// Numbers are big-endian:
///
///     offset  bytes
///     0       16     "SQLite format 3" and a zero
///     16       2     the bytes of a page; 1 for 65,536
///     28       4     how many pages there are
///     60       4     `PRAGMA user_version`: the layout
///     68       4     `PRAGMA application_id`: "GTFS"
///
/// The encoder is SQLite; `schema/bundle.sql` sets version and application.
package struct BundleHeader: Equatable, Sendable {
    package static let size = 100
    package static let applicationID = 0x4754_4653
    /// `PRAGMA user_version`: the layouts that this code reads; it writes the newest.
    package static let versions = 3...3

    package let version: Int
    package let pageBytes: Int
    package let pages: Int

    package enum Refusal: Error, Equatable {
        case empty
        case noDatabase
        /// It begins like a database, but ends within the header.
        case headerCut
        case foreign
        case newer(version: Int)
        case unknown(version: Int)
        case pageSize(bytes: Int)
        case cut(expected: Int)
    }

    package init(_ bytes: [UInt8], fileBytes: Int) throws(Refusal) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.starts(with: Self.magic) else { throw .noDatabase }
        guard bytes.count >= Self.size else { throw .headerCut }
        func number(_ offset: Int, bytes count: Int) -> Int {
            bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(68, bytes: 4) == Self.applicationID else { throw .foreign }
        version = number(60, bytes: 4)
        guard version <= Self.versions.upperBound else { throw .newer(version: version) }
        guard version >= Self.versions.lowerBound else { throw .unknown(version: version) }
        let size = number(16, bytes: 2)
        pageBytes = size == 1 ? 65_536 : size
        guard Self.pageSizes ~= pageBytes, pageBytes & (pageBytes - 1) == 0 else {
            throw .pageSize(bytes: pageBytes)
        }
        pages = number(28, bytes: 4)
        guard fileBytes >= pages * pageBytes else { throw .cut(expected: pages * pageBytes) }
    }

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let pageSizes = 512...65_536
}
