import SQLiteLayer
import SystemLayer

/// How large a bundle may become while it is written, so that one that is too large ends early, and
/// not on a full disk.
package struct BundleRoom {
    /// What `--max-size` says of the finished file.
    let limit: Int
    /// Pages that the file may have meanwhile.
    let pages: Int

    /// - Parameters:
    ///   - limit: bytes of the finished bundle.
    ///   - feedBytes: what the feed unpacks to, when filters may leave most of it out at the end.
    init(limit: Int, feedBytes: Int?) {
        self.limit = limit
        // Scattered shapes are written twice, and make room at the end. What filters leave out was
        // written as well: rows take about as much as in the feed, indexes not as much again.
        let most = limit.addingReportingOverflow(feedBytes ?? 0)
        pages =
            most.overflow
            ? PackedPages.mostPages
            : min(most.partialValue / PackedPages.size * 2 + 256, PackedPages.mostPages)
    }

    /// The error of a file that SQLite calls full; nil when that is the disk's fault.
    ///
    /// SQLite has one code for both.
    func error(path: String, _ connection: Connection) -> BundleError? {
        // Who packs pages has closed the connection, and throws other errors where the disk is full.
        if connection.handle != nil, isDiskFull(path) { return nil }
        return .tooLarge(
            bytes: pages * PackedPages.size, limit: limit, isWhole: false,
            report: report(connection)
        )
    }

    private func isDiskFull(_ path: String) -> Bool {
        do { return try freeSpace(path) < Self.lastBytes } catch { return false }
    }

    private func report(_ connection: Connection) -> SizeReport {
        // Of a file that is closed or half-written nothing may be known.
        do { return try SizeReport(connection) } catch { return .unknown }
    }

    /// What is left of a disk on which a write has failed: less than one write of SQLite's.
    private static let lastBytes = 1 << 20
}
