import BundleCodec
import Foundation
public import GRDB
import SQLiteLayer
import SystemLayer
// An app imports `TransitBundle` alone: what answers are made of comes with it.
@_exported public import TransitModel

/// A GTFS feed in one SQLite file, opened to be read.
///
/// Safe to use from any number of tasks: each read takes a connection out of a pool. The file is
/// never written to.
///
/// ```swift
/// let bundle = try TransitBundle(path: "sydney.sqlite")
/// let stops = try await bundle.stops(matching: "circ quay")
/// let next = try await bundle.departures(from: stops[0], for: 3600)
/// ```
public final class TransitBundle: Sendable {
    /// Where the file is.
    public let path: String

    /// The connections; for SQL of your own: `try await bundle.reader.read { try Route.fetchAll($0) }`.
    public let reader: any DatabaseReader

    /// Has questions answered by the same connections.
    private let readers: BundleReaders

    /// What is the same for every question, read once.
    let facts: BundleFacts

    /// What search ranks stops by; it is read when something is first searched for.
    let stopRanks = LazyValue<StopRanks>()

    /// All routes in the order of lists; they are read when they are first asked for.
    let allRoutes = LazyValue<[Route]>()

    /// Where all stops are; it is read when stops far away from a place are first asked for.
    let stopPlaces = LazyValue<StopPlaces>()

    /// How much the feed has; it is counted when it is first asked for.
    let feedExtent = LazyValue<FeedExtent>()

    /// The tables with their sizes; they are measured when they are first asked for.
    let tableSizes = LazyValue<[TableSize]>()

    /// The languages of `translations.txt`; they are read when a translation is first asked for.
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
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await readers.read(body)
        } catch let error as DatabaseError {
            throw TransitBundleError.damaged(reason: error.message ?? "\(error)")
        } catch let error as DamagedEncoding {
            throw TransitBundleError.damaged(reason: error.reason)
        } catch let error as RowDecodingError {
            throw TransitBundleError.damaged(reason: "\(error)")
        }
    }

    /// With `immutable=1` SQLite takes no locks and looks for no journal, which is right for a file
    /// that is only ever replaced whole. Where SQLite takes no URIs, the plain path does.
    private static func open(
        _ path: String, statementsEndingAfter limit: Int
    ) throws -> (pool: DatabasePool, isImmutable: Bool) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "TransitBundle"
        configuration.maximumReaderCount = PoolFilling.readers
        configuration.persistentReadOnlyConnections = true
        // Each connection has its own, and all of them live as long as the pool.
        let budgets = Locked<[StepBudget]>([])
        // A damaged schema must not make SQLite call functions, write, or go on without end.
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

    /// Refuses a file in which a view stands where a table should: its rows may have no end. A small
    /// file without rows is a view without rows, word for word.
    private static func checkTables(_ db: Database) throws {
        let view = try String.fetchOne(
            db,
            sql: """
                SELECT name FROM sqlite_master m
                WHERE type = 'view'
                  AND lower(name) NOT IN ('calls', 'departures', 'shapes', 'stop_times', 'trips')
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

    /// A journal or a write-ahead log beside the file is a sign that somebody does write to it.
    private static func hasJournal(_ path: String) -> Bool {
        ["-journal", "-wal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    }
}
