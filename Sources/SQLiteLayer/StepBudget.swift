internal import GRDBSQLite

/// What the statements of a connection may take, and what the one that runs has taken: the views of a
/// file are somebody's program, which may never end by itself.
///
/// It counts steps of the machine that SQLite compiles statements for; a second has some hundred
/// million. They say the same on every machine, as seconds do not.
package final class StepBudget: @unchecked Sendable {
    // Sendable: SQLite calls it while its one connection runs a statement, and one thread at a time uses
    // a connection.

    /// SQLite asks once in so many steps.
    private static let interval: Int32 = 10_000

    /// The most that a statement of a file may take: the views take some four hundred steps for a row
    /// of `stop_times.txt`, of which a byte of a bundle may hold two.
    package static func limit(fileBytes: Int) -> Int { 20_000_000 + fileBytes * 2_000 }

    let limit: Int
    var spent = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// Ends every statement of a connection that takes too much. The budget has to live as long as the
    /// connection.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, Self.interval,
            { budget in
                guard let budget else { return 0 }
                return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().spend()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The same for a connection of GRDB, each of whose statements is counted from its beginning, or
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

    /// Says not zero when the statement has to end: it takes too much, or nobody waits for it any more.
    private func spend() -> Int32 {
        spent += Int(Self.interval)
        // SQLite asks on the thread that runs the statement, in the task that waits for it.
        return spent > limit || Task.isCancelled ? 1 : 0
    }
}
