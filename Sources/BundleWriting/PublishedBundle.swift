import BundleCodec
import FeedReading
package import SQLiteLayer
package import SystemLayer

/// A finished bundle, opened for reading.
///
/// A file that is not a bundle, is cut short or is from a newer version of this tool is refused
/// before SQLite sees it, with a line that says which of these applies.
package struct PublishedBundle {
    package let path: String
    package let bytes: Int
    private let connection: Connection

    package init(path: String, cacheKilobytes: Int? = nil) throws {
        self.path = path
        bytes = try Self.check(path)
        do {
            connection = try Connection(path: path, .reading)
            connection.endStatements(after: StepBudget.limit(fileBytes: bytes))
            if let cacheKilobytes {
                try connection.execute("PRAGMA cache_size = -\(cacheKilobytes)")
            }
        } catch {
            throw Self.damaged(path, error.description)
        }
        try read { try BundleContract.checkTables($0) }
    }

    /// Damage that SQLite or a decoder finds becomes an error about the file.
    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        do {
            return try body(connection)
        } catch let failure as SQLiteFailure {
            throw Self.damaged(path, failure.description)
        } catch let damage as DamagedEncoding {
            throw Self.damaged(path, damage.reason)
        } catch let damage as DamagedBundle {
            throw Self.damaged(path, damage.reason)
        }
    }

    package static func metadata(_ key: String, _ connection: Connection) throws -> String? {
        let query = try Statement(connection, "SELECT value FROM metadata WHERE key = ?")
        try query.bind(1, text: key)
        return try query.next() ? query.row.text(0) : nil
    }

    package static func metadata(_ connection: Connection) throws -> [String: String] {
        var values: [String: String] = [:]
        try connection.readRows("SELECT key, value FROM metadata") { row in
            if let key = row.text(0) { values[key] = row.text(1) }
        }
        return values
    }

    package static func line(path: String) -> String? {
        do {
            return try PublishedBundle(path: path).read { try metadata("line", $0) }
        } catch {
            return nil
        }
    }

    /// SQLite's message may quote the schema, a text by the file's maker.
    private static func damaged(_ path: String, _ reason: String) -> BundleError {
        let words = TerminalText.safe(reason, limit: 300)
        return .notABundle(path: path, reason: "is damaged: \(words)")
    }

    /// See https://www.sqlite.org/fileformat.html. Returns the file's size.
    private static func check(_ path: String) throws -> Int {
        var header: [UInt8]?
        var size = 0
        do throws(SystemError) {
            if let file = try Descriptor.plainFile(path) {
                size = try file.status().size
                header = try file.bytes(0..<BundleHeader.size)
            }
        } catch {
            throw error.isMissing
                ? BundleError.missing(path: path)
                : BundleError.cannotRead(path: path, reason: error.description)
        }
        guard let header else {
            throw BundleError.notABundle(
                path: path,
                reason: knownStatus(path)?.kind == .folder
                    ? "is a folder, not a bundle; `gtfs build` makes a bundle from a feed"
                    : "is a device, not a bundle")
        }
        do throws(BundleHeader.Refusal) {
            _ = try BundleHeader(header, fileBytes: size)
        } catch {
            let isZip = error == .noDatabase && header.starts(with: zipMark)
            throw BundleError.notABundle(
                path: path,
                reason: isZip
                    ? "is a zip, not a bundle; `gtfs build` makes a bundle from a feed"
                    : words(error, fileBytes: size))
        }
        return size
    }

    private static let zipMark = Array("PK".utf8)

    private static func words(_ refusal: BundleHeader.Refusal, fileBytes: Int) -> String {
        switch refusal {
        case .empty: "is empty, so it is not a bundle"
        case .noDatabase: "is not a SQLite file, so it is not a bundle"
        case .headerCut: "is cut short: it has \(fileBytes) bytes"
        case .foreign: "is a SQLite file, but not a bundle of this tool"
        case .newer(let version):
            "is a bundle of version \(version), newer than this tool reads "
                + "(\(BundleHeader.versions.upperBound)); update gtfs"
        case .unknown(let version):
            "is a bundle of version \(version), older than this tool reads "
                + "(\(BundleHeader.versions.lowerBound)); build it again"
        case .pageSize(let bytes): "is damaged: its pages have \(bytes) bytes"
        case .cut(let expected): "is cut short: it has \(fileBytes) of \(expected) bytes"
        }
    }
}

extension Replaceable {
    /// A bundle may replace one, even if that is damaged; not a newer one, whose keys apps may
    /// have.
    package static let bundle = Replaceable("a bundle that this version of gtfs knows") { head in
        do throws(BundleHeader.Refusal) {
            _ = try BundleHeader(head, fileBytes: head.count)
            return true
        } catch {
            return switch error {
            case .noDatabase, .foreign, .newer: false
            case .empty, .headerCut, .unknown, .pageSize, .cut: true
            }
        }
    } hasOnlyOwn: {
        BundleContract.isOwn(at: $0)
    }
}

package struct DamagedBundle: Error {
    let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

package enum BundleContract {
    package static func isKept(for name: String, in connection: Connection) throws -> Bool {
        let query = try Statement(
            connection, "SELECT sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?"
        )
        try query.bind(1, text: name)
        guard try query.next(), let text = query.row.text(0) else { return false }
        return SchemaScript.forms(of: name).contains(text)
    }

    /// Whether a database has the tables and views of a bundle, and none that a user added; true if
    /// it is damaged. What is in use or waits for a rollback may be anything.
    fileprivate static func isOwn(at path: String) -> Bool {
        do throws(SQLiteFailure) {
            let connection = try Connection(path: path, .reading)
            // No bundle has a trigger, whatever its name.
            let names = try connection.texts(
                """
                SELECT CASE type WHEN 'trigger' THEN '' ELSE name END
                FROM sqlite_master WHERE type <> 'index'
                """)
            guard names.contains("metadata") else { return false }
            let added = names.filter { !SchemaScript.makes($0) }
            guard !added.isEmpty else { return true }
            return Set(try connection.texts(extensions)).isSuperset(of: added)
        } catch {
            return error.isDamage || error.isError
        }
    }

    private static let extensions = """
        SELECT json_extract(t.value, '$.table') || s.value
        FROM metadata m, json_each(iif(json_valid(m.value), m.value, '[]')) t,
          json_each('["", "_rows", "_lists"]') s
        WHERE m.key = 'extensions' AND t.type = 'object'
        """

    /// Refuses a bundle that has something else in place of a table: a view may yield endless rows,
    /// and readers of a table hold its rows in memory.
    ///
    /// A small file without rows becomes a view without rows, see
    /// ``SchemaScript/emptyView(_:columns:)``.
    static func checkTables(_ connection: Connection) throws {
        try connection.readRows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'view'"
        ) { view in
            // SQLite treats names that differ only in case as the same.
            guard let name = view.text(0)?.lowercased(),
                SchemaScript.tableNames.contains(name)
            else { return }
            let columns = try connection.texts("SELECT name FROM pragma_table_info('\(name)')")
            guard view.text(1) == SchemaScript.emptyView(name, columns: columns) else {
                throw DamagedBundle(reason: "\(name) is a view, and should be a table")
            }
        }
    }
}
