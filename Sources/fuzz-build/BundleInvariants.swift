import BundleWriting
import GRDB

/// The checks that every bundle passes, whatever the feed.
struct BundleInvariants {
    let path: String

    func run(_ summary: BundleBuild.Summary) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { db in
            let verdict = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            precondition(verdict == ["ok"], "integrity_check: \(verdict)")
            for table in summary.kept { try checkRows(of: table, db) }
        }
        try queue.close()
    }

    /// Every row of the feed is in the table or view of its file, or complete in `rejected`.
    private func checkRows(of table: BundleBuild.TableCount, _ db: Database) throws {
        let name = table.file.prefix { $0 != "." }
        var rows = 0
        let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \(name)")
        while try cursor.next() != nil { rows += 1 }
        let rejected = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM rejected WHERE file = ? AND field IS NULL",
            arguments: [table.file])
        precondition(
            rows + (rejected ?? 0) == table.feedRows,
            "\(table.file): \(table.feedRows) rows, \(rows) in the view, \(rejected ?? 0) rejected")
        precondition(
            rows == table.bundleRows,
            "\(table.file): \(table.bundleRows) rows in the summary, \(rows) in the view")
    }
}
