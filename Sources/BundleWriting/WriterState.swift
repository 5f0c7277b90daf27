import FeedCompiling
import SQLiteLayer
import SystemLayer

final class WriterState: @unchecked Sendable {
    // Sendable: once the writer is made, only its serial queue uses the variables.
    private(set) var connection: Connection
    private(set) var inserts: PreparedInserts
    lazy var indexes = BundleIndexes()
    var lastDeparture: Int?
    private(set) var statistics: [IndexStatistics] = []
    private(set) var analyzed: Set<String> = []
    var trips = 0
    var stopTimes = 0
    private let path: String
    private let hasExactShapes: Bool
    private let room: BundleRoom?
    private var shapeWriter: ShapesWriter?
    private let firstFailure = Locked<(any Error)?>(nil)

    init(
        path: String, _ inserts: [BundleInserts], hasExactShapes: Bool, room: BundleRoom?
    ) throws {
        self.path = path
        self.room = room
        self.inserts = PreparedInserts(inserts)
        self.hasExactShapes = hasExactShapes
        connection = try Self.open(path, room)
    }

    func makeTables() throws {
        for statement in SchemaScript.frame(hasExactShapes: hasExactShapes) {
            try connection.execute(statement)
        }
    }

    func makeTable(_ sql: String, _ insert: BundleInserts) throws {
        try connection.execute(sql)
        inserts.add(insert)
    }

    private static func open(_ path: String, _ room: BundleRoom?) throws -> Connection {
        let connection = try UnfinishedFiles.shared.keeping {
            let connection = try Connection(path: path, .writing)
            // The file is of no use until it is whole, so nothing protects it meanwhile: it is
            // written beside its name and renamed at the end. The cache of 8 MB holds the upper
            // pages of all trees; what goes to the file meanwhile is in the system's memory.
            try connection.execute(
                """
                PRAGMA page_size = \(PackedPages.size); PRAGMA journal_mode = OFF;
                PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY;
                """)
            if let room {
                try connection.execute("PRAGMA max_page_count = \(room.pages)")
            }
            return connection
        }
        try connection.execute("BEGIN")
        return connection
    }

    var failure: (any Error)? { firstFailure.withLock { $0 } }

    func fail(_ error: any Error) {
        let error = explained(error)
        firstFailure.withLock { $0 = $0 ?? error }
    }

    /// In the words of the size limit when that was the cause.
    func explained(_ error: any Error) -> any Error {
        guard let room, (error as? SQLiteFailure)?.isFull == true else { return error }
        return room.error(path: path, connection) ?? error
    }

    func insert(_ batch: RowBatch) throws {
        try batch.run(&inserts, connection)
    }

    /// Collects the statistics of a table whose rows stay, as do their columns with indexes. A small
    /// table without rows does not exist.
    func analyze(_ table: String) throws {
        guard try connection.hasTable(table) else { return }
        try connection.execute("ANALYZE \(table)")
        analyzed.insert(table)
    }

    func shapes() throws -> ShapesWriter {
        if let shapeWriter { return shapeWriter }
        let writer = try ShapesWriter(connection, hasRests: hasExactShapes)
        shapeWriter = writer
        return writer
    }

    /// No connection has the file open meanwhile. All shapes are there by then. The tables have no
    /// row; the indexes are made here; `body` gets root pages by name.
    func pack(
        _ tables: [String], indexes names: [String],
        _ body: ([String: UInt32], inout PackedPages) throws -> [IndexStatistics]
    ) throws {
        try indexes.makeEmpty(names, connection)
        let roots = try roots(tables + names)
        try connection.execute("COMMIT")
        closeStatements()
        try connection.close()
        var pages = try PackedPages(path: path, mostPages: room?.pages ?? PackedPages.mostPages)
        statistics = try body(roots, &pages)
        try pages.finish()
        connection = try Self.open(path, room)
    }

    private func roots(_ names: [String]) throws -> [String: UInt32] {
        let query = try Statement(
            connection, "SELECT rootpage FROM sqlite_master WHERE name = ?")
        var roots: [String: UInt32] = [:]
        for name in names {
            try query.bind(1, text: name)
            if try query.next() { roots[name] = query.row.integer(0).map { UInt32($0) } }
            try query.reset()
        }
        return roots
    }

    /// The connection closes once its statements are gone.
    func closeStatements() {
        inserts.close()
        shapeWriter = nil
    }
}
