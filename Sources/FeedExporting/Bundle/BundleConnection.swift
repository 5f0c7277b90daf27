import BundleWriting
import GRDBSQLite

/// A bundle, opened for reading only.
///
/// It goes through SQLite's C interface like any other program's would: what `gtfs verify` proves
/// must not depend on the library that wrote the bundle.
package final class BundleConnection {
    let handle: OpaquePointer
    package let path: String

    /// Opens a bundle, and refuses what is none.
    package init(path: String) throws {
        self.path = path
        _ = try PublishedBundle.check(path)
        var opened: OpaquePointer?
        // One thread at a time uses a connection.
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw BundleError.notABundle(path: path, reason: "cannot be opened as a database")
        }
        handle = opened
        try run("PRAGMA cache_size = -64000")
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// The first column of the first row as an integer; nil without rows.
    func integer(_ sql: String) throws -> Int64? {
        let query = try Query(self, sql)
        return try query.next() ? query.integer(0) : nil
    }

    /// The first column of every row as text.
    func texts(_ sql: String) throws -> [String] {
        let query = try Query(self, sql)
        var texts: [String] = []
        while try query.next() { texts.append(query.string(0) ?? "") }
        return texts
    }

    /// Runs a statement whose rows nobody wants.
    func run(_ sql: String) throws {
        let query = try Query(self, sql)
        while try query.next() {}
    }

    /// What SQLite says went wrong; of a file that is cut short or overwritten as well.
    func failure() -> BundleError {
        damage(String(cString: sqlite3_errmsg(handle)))
    }

    /// The error for a bundle in which something contradicts itself.
    func damage(_ reason: String) -> BundleError {
        .notABundle(path: path, reason: "is damaged: \(reason)")
    }
}
