import BundleCodec
import Foundation
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
    /// The path of the file.
    public let path: String

    private let readers: ReaderPool

    let facts: BundleFacts

    let stopRanks = LazyValue<StopRanks>()

    let allRoutes = LazyValue<[Route]>()

    let stopPlaces = LazyValue<StopPlaces>()

    let feedExtent = LazyValue<FeedExtent>()

    let tableSizes = LazyValue<[TableSize]>()

    let knownExtensions = LazyValue<[ExtensionLookup.Table]>()

    let translationLanguages = LazyValue<[String]>()

    /// Opens a bundle.
    ///
    /// - Throws: `TransitBundleError` when there is no bundle at the path, or one that this library
    ///   cannot read.
    public init(path: String) throws {
        let header = try BundleHeader(path: path)
        self.path = path
        do {
            readers = try Self.open(path, fileBytes: header.pages * header.pageBytes)
            facts = try readers.readOnThisThread { db in
                try Self.checkTables(db)
                return try BundleFacts(db)
            }
        } catch let failure as SQLiteFailure {
            throw TransitBundleError.unreadable(path: path, reason: failure.words)
        }
    }

    /// Reads with your own SQL, or asks several questions that must see the same bundle.
    ///
    /// - Throws: the errors of `body` as they are; `TransitBundleError.damaged` where SQLite finds the
    ///   file damaged.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (BundleDatabase) throws -> Value
    ) async throws -> Value {
        try await readers.read { try body(BundleDatabase(database: $0)) }
    }

    /// Reads with this library's SQL, which is correct: any error is a fault of the file.
    func question<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await readers.read(body)
        } catch {
            throw Self.fault(error)
        }
    }

    /// The thread waits for the disk.
    func questionOnThisThread<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try readers.readOnThisThread(body)
        } catch {
            throw Self.fault(error)
        }
    }

    private static func fault(_ error: any Error) -> any Error {
        switch error {
        case let failure as SQLiteFailure: TransitBundleError.damaged(by: failure)
        case let error as DamagedEncoding: TransitBundleError.damaged(reason: error.reason)
        default: error
        }
    }

    private static let mostReaders = 4

    /// The file is only ever replaced as a whole, or is still being written.
    private static func open(
        _ path: String, fileBytes: Int
    ) throws(SQLiteFailure) -> ReaderPool {
        let purpose: Connection.Purpose = hasJournal(path) ? .reading : .readingImmutable
        return try ReaderPool(count: mostReaders) { () throws(SQLiteFailure) in
            let connection = try Connection(path: path, purpose)
            // A damaged schema must not make SQLite call functions, write, or run endlessly.
            try connection.distrust()
            connection.endStatements(
                after: StepBudget.limit(fileBytes: fileBytes),
                mostText: StepBudget.mostText(fileBytes: fileBytes))
            return connection
        }
    }

    /// Refuses a file with a view in place of a table, because the view may yield endless rows. Only
    /// a small feed file without rows is a view without rows, which must match word for word. Columns
    /// that the reference does not know are also views, which only questions about them read.
    private static func checkTables(_ db: Database) throws {
        let view = try db.first(
            """
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
            """
        ) { $0.text(0) }
        if let view {
            throw TransitBundleError.damaged(reason: "\(view) is a view, and should be a table")
        }
    }

    /// A journal or write-ahead log beside the file shows that a process writes to it.
    private static func hasJournal(_ path: String) -> Bool {
        ["-journal", "-wal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    }
}
