import SQLiteLayer
import SystemLayer

/// A build that exceeds the limit ends early rather than with a full disk.
package struct BundleRoom {
    /// `--max-size`, of the finished file.
    let limit: Int
    let pages: Int

    /// `feedBytes` is the feed's unpacked size, when filters may leave most of it out at the end.
    init(limit: Int, feedBytes: Int?) {
        self.limit = limit
        // Scattered shapes are written twice, and leave room at the end. Rows that filters leave
        // out were written as well: they take about as much as in the feed, and their indexes at
        // most as much again.
        let most = limit.addingReportingOverflow(feedBytes ?? 0)
        pages =
            most.overflow
            ? PackedPages.mostPages
            : min(most.partialValue / PackedPages.size * 2 + 256, PackedPages.mostPages)
    }

    /// SQLite has one code for a file at its limit and a full disk; nil for the disk.
    func error(path: String, _ connection: Connection) -> BundleError? {
        // While pages are packed, the connection is closed, and a full disk throws other errors.
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
        // A file that is closed or half-written may be unmeasurable.
        do { return try SizeReport(connection) } catch { return .unknown }
    }

    /// A disk on which a write failed has less room than this: one write of SQLite's.
    private static let lastBytes = 1 << 20
}
