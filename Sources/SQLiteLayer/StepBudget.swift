internal import GRDBSQLite

/// Limits the steps of a connection's statements, and counts those of the running one: the views of
/// a file are a program by others, which may never end.
///
/// It counts steps of SQLite's virtual machine; a second has some hundred million. Unlike seconds,
/// they are the same on every machine.
package final class StepBudget: @unchecked Sendable {
    // Sendable: SQLite calls it while its one connection runs a statement, and one thread at a time uses
    // a connection.

    /// SQLite calls back once in this many steps.
    private static let interval: Int32 = 10_000

    /// The limit for a statement on a file: the views take some four hundred steps per row of
    /// `stop_times.txt`, and a byte of a bundle may hold two rows.
    package static func limit(fileBytes: Int) -> Int { 20_000_000 + fileBytes * 2_000 }

    let limit: Int
    var spent = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// Ends every statement of a connection that takes too many steps. The budget must live as long
    /// as the connection.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, Self.interval,
            { budget in
                guard let budget else { return 0 }
                return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().spend()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The same for a connection of GRDB, whose statements are counted from their beginning, or
    /// from when another one began.
    package func watchStatements(of connection: OpaquePointer?) {
        watch(connection)
        sqlite3_trace_v2(
            connection, UInt32(SQLITE_TRACE_STMT),
            { _, budget, _, _ in
                guard let budget else { return 0 }
                Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().spent = 0
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns a nonzero value when the statement must end: it has taken too many steps, or no
    /// caller waits for it any more.
    private func spend() -> Int32 {
        spent += Int(Self.interval)
        // SQLite calls this on the thread that runs the statement, in the task that waits for it.
        return spent > limit || Task.isCancelled ? 1 : 0
    }
}
