import BundleCodec
import Foundation
public import GRDB
import SQLiteLayer
import SystemLayer
// Apps import only `TransitBundle`; the types of answers come with it.
@_exported public import TransitModel

/// A GTFS feed in one SQLite file, opened for reading.
///
/// Safe to use from any number of tasks: each read takes a connection out of a pool. The file is
/// never written to.
///
/// ```swift
/// let bundle = try TransitBundle(path: path)
/// let quay = try await bundle.stop(id: "QUAY")
/// let next = try await bundle.departures(from: quay, at: now)
/// ```
public final class TransitBundle: Sendable {
    /// Where the file is.
    public let path: String

    /// The connections; for SQL of your own: `try await bundle.reader.read { try Route.fetchAll($0) }`.
    public let reader: any DatabaseReader

    /// Answers questions with the same connections.
    private let readers: BundleReaders

    /// Facts that are the same for every question, read once.
    let facts: BundleFacts

    /// The ranks of stops for search, read on first use.
    let stopRanks = LazyValue<StopRanks>()

    /// All routes in the order of lists, read on first use.
    let allRoutes = LazyValue<[Route]>()

    /// The places of all stops, read when stops far away from a place are first requested.
    let stopPlaces = LazyValue<StopPlaces>()

    /// How much the feed has, counted on first use.
    let feedExtent = LazyValue<FeedExtent>()

    /// The tables with their sizes, measured on first use.
    let tableSizes = LazyValue<[TableSize]>()

    /// The tables of what the reference does not know, read on first use.
    let knownExtensions = LazyValue<[ExtensionLookup.Table]>()

    /// The languages of `translations.txt`, read on first use.
    let translationLanguages = LazyValue<[String]>()

    /// Opens a bundle.
    ///
    /// - Throws: `TransitBundleError` when there is no bundle at the path, or one that this library
    ///   cannot read.
    public init(path: String) throws {
        let header = try BundleHeader(path: path)
        self.path = path
        do {
            let limit = StepBudget.limit(fileBytes: header.pages * header.pageBytes)
            let (pool, isImmutable) = try Self.open(path, statementsEndingAfter: limit)
            PoolFilling.fill(pool)
            reader = pool
            readers = BundleReaders(pool, count: PoolFilling.readers, isImmutable: isImmutable)
            facts = try pool.read { db in
                try Self.checkTables(db)
                return try BundleFacts(db)
            }
        } catch let error as DatabaseError {
            throw TransitBundleError.unreadable(path: path, reason: error.message ?? "\(error)")
        }
    }

    /// Reads with SQL of your own, or with several questions that must see the same bundle.
    ///
    /// - Throws: the errors of `body` as they are, such as GRDB's `DatabaseError` for a mistake in its
    ///   SQL; `TransitBundleError.damaged` where SQLite finds the file damaged.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await readers.read(body)
        } catch let error as DatabaseError where Self.damageCodes.contains(error.resultCode) {
            throw TransitBundleError.damaged(reason: error.message ?? "\(error)")
        } catch let error as DamagedEncoding {
            throw TransitBundleError.damaged(reason: error.reason)
        }
    }

    /// The error codes of SQLite for a damaged file, whatever the statement. `StepBudget`
    /// interrupts statements that do not end.
    private static let damageCodes: [ResultCode] = [
        .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_INTERRUPT,
    ]

    /// Reads with SQL of this library, which is right: any error of it is a fault of the file.
    func question<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await read(body)
        } catch {
            throw Self.fault(error)
        }
    }

    /// Reads as `question` does, on this thread, which waits for the disk.
    func questionOnThisThread<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try readers.readOnThisThread(body)
        } catch {
            throw Self.fault(error)
        }
    }

    private static func fault(_ error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError:
            TransitBundleError.damaged(reason: error.message ?? "\(error)")
        case let error as RowDecodingError: TransitBundleError.damaged(reason: "\(error)")
        default: error
        }
    }

    /// With `immutable=1` SQLite takes no locks and looks for no journal, which is right for a file
    /// that is only ever replaced as a whole. If SQLite accepts no URIs, the plain path is used.
    private static func open(
        _ path: String, statementsEndingAfter limit: Int
    ) throws -> (pool: DatabasePool, isImmutable: Bool) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "TransitBundle"
        configuration.maximumReaderCount = PoolFilling.readers
        configuration.persistentReadOnlyConnections = true
        configuration.schemaSource = RecordKeys()
        // Each connection has its own, and all of them live as long as the pool.
        let budgets = Locked<[StepBudget]>([])
        // A damaged schema must not make SQLite call functions, write, or run endlessly.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            let budget = StepBudget(limit: limit)
            budgets.withLock { $0.append(budget) }
            budget.watchStatements(of: db.sqliteConnection)
        }
        if let uri = immutableURI(path),
            let pool = try? DatabasePool(path: uri, configuration: configuration)
        {
            return (pool, true)
        }
        return (try DatabasePool(path: path, configuration: configuration), false)
    }

    /// Refuses a file with a view in place of a table, because the view may yield endless rows. A
    /// small file without rows is a view without rows, word for word. Columns that the reference does
    /// not know are views, too, which only questions about them read.
    private static func checkTables(_ db: Database) throws {
        let view = try String.fetchOne(
            db,
            sql: """
                SELECT name FROM sqlite_master m
                WHERE type = 'view'
                  AND lower(name) NOT IN (
                    'board', 'calls', 'departures', 'runs', 'service_dates', 'shapes', 'stop_times',
                    'trips')
                  AND name NOT GLOB 'x_*'
                  AND sql IS NOT (
                    SELECT 'CREATE VIEW ' || m.name || ' AS SELECT '
                      || group_concat('NULL AS ' || c.name, ', ') || ' WHERE 0'
                    FROM pragma_table_info(m.name) c)
                """)
        if let view {
            throw TransitBundleError.damaged(reason: "\(view) is a view, and should be a table")
        }
    }

    private static func immutableURI(_ path: String) -> String? {
        guard !hasJournal(path) else { return nil }
        let absolute = URL(fileURLWithPath: path).path
        let escaped = absolute.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return escaped.map { "file:\($0)?immutable=1&mode=ro" }
    }

    /// A journal or write-ahead log beside the file shows that a process writes to it.
    private static func hasJournal(_ path: String) -> Bool {
        ["-journal", "-wal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    }
}
