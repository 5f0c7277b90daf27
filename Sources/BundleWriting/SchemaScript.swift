/// `schema/bundle.sql`, cut into the statements that a writer executes.
enum SchemaScript {
    /// The tables whose rows come one by one, by name; each is made when its first row comes.
    static let smallTables: [String: String] = Dictionary(
        uniqueKeysWithValues: beforeLoad.compactMap { statement in
            tableName(statement).flatMap { name in
                BundleInserts.tables.contains(name) ? (name, statement) : nil
            }
        })
    /// All tables of the contract.
    static let tableNames = Set(beforeLoad.compactMap(tableName))

    /// All other statements before the load: pragmas, the bundle's own tables, views.
    ///
    /// - Parameter hasExactShapes: includes the lines marked for exact shapes only.
    static func frame(hasExactShapes: Bool) -> [String] {
        (hasExactShapes ? beforeLoad : withoutExactShapes).filter { statement in
            guard let name = tableName(statement) else { return undefined(statement) == nil }
            return smallTables[name] == nil
        }
    }
    /// The view that takes the place of `departures` where frequencies of a trip overlap, so that a
    /// run is in one row, and a query that tells whether they do. SQLite takes longer with it.
    static let departuresOfOverlaps: (view: String?, isNeeded: String) = (
        parts.ofOverlaps.first { $0.hasPrefix("CREATE VIEW departures ") },
        """
        SELECT EXISTS (
          SELECT 1 FROM (
            SELECT start_timestamp, max(end_timestamp) OVER (
              PARTITION BY trip_id ORDER BY start_timestamp
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS end_before
            FROM frequencies)
          WHERE start_timestamp < end_before)
        """
    )
    /// The views whose second half is for undefined ids. They are made after the load, and with
    /// that half only if it has rows, because SQLite plans both halves at every query.
    static let viewsInHalves: [ViewInHalves] = beforeLoad.compactMap(halves)

    struct ViewInHalves {
        let whole: String
        let firstHalf: String
        /// A query that tells whether the second half has rows.
        let needsSecondHalf: String
    }

    /// All forms that a table or view may have in a bundle.
    static func forms(of name: String) -> [String] {
        let texts =
            beforeLoad + withoutExactShapes + parts.ofOverlaps + viewsInHalves.map(\.firstHalf)
        return texts.filter {
            $0.hasPrefix("CREATE VIEW \(name) ") || $0.hasPrefix("CREATE TABLE \(name) ")
        }
    }

    private static func halves(_ statement: String) -> ViewInHalves? {
        guard let undefined = undefined(statement) else { return nil }
        let lines = statement.utf8.split(separator: UInt8(ascii: "\n"))
        guard let middle = lines.firstIndex(where: { $0.elementsEqual("UNION ALL".utf8) }),
            middle > 0
        else { return nil }
        return ViewInHalves(
            whole: statement, firstHalf: String(statement[..<lines[middle - 1].endIndex]),
            needsSecondHalf: "SELECT EXISTS (SELECT 1 FROM \(undefined))")
    }

    /// The rows with undefined ids, for a view that has such a half.
    private static func undefined(_ statement: String) -> String? {
        if statement.hasPrefix("CREATE VIEW trips ") {
            "pattern WHERE rid < 0 OR rid IS NULL"
        } else if statement.hasPrefix("CREATE VIEW stop_times ") {
            "pattern_stops WHERE sid < 0 OR sid IS NULL"
        } else {
            nil
        }
    }
    /// Indexes, search and space, made after the load, one by one.
    static var indexes: [String] { parts.afterLoad }

    /// A view without rows, in place of a small file that has none.
    static func emptyView(_ table: String, columns: [String]) -> String {
        let nulls = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
        return "CREATE VIEW \(table) AS SELECT \(nulls) WHERE 0"
    }

    private static let parts = Parts(PackageResources.bundle_sql)
    private static var beforeLoad: [String] { parts.beforeLoad }
    private static var withoutExactShapes: [String] { parts.withoutExactShapes }

    private static func tableName(_ statement: String) -> String? {
        guard statement.hasPrefix("CREATE TABLE ") else { return nil }
        return String(statement.dropFirst("CREATE TABLE ".count).prefix { $0 != " " })
    }
}

/// The statements of the script, without the comments and indentation that SQLite would store in
/// every bundle. Works on bytes: every build begins with this, and characters take five
/// milliseconds.
private struct Parts {
    private(set) var beforeLoad: [String] = []
    private(set) var withoutExactShapes: [String] = []
    /// Everything before the load, with the lines for overlapping frequencies.
    private(set) var ofOverlaps: [String] = []
    private(set) var afterLoad: [String] = []

    init(_ script: [UInt8]) {
        var whole = Statements()
        var plain = Statements()
        var overlaps = Statements()
        var isForExactShapes = false
        var isForOverlaps = false
        var isOtherwise = false
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            guard text.starts(with: "--".utf8) else {
                overlaps.add(text)
                if !isForOverlaps { whole.add(text) }
                if !isForExactShapes && !isForOverlaps { plain.add(text) }
                continue
            }
            if text.starts(with: "-- [exact shapes".utf8) {
                isForExactShapes = true
                // Bundles have always had an empty line there.
                if text.count < line.count { plain.add([]) }
            } else if text.starts(with: "-- exact shapes]".utf8) {
                isForExactShapes = false
            } else if text.starts(with: "-- [overlapping frequencies".utf8) {
                isForOverlaps = true
            } else if text.starts(with: "-- overlapping frequencies]".utf8) {
                isForOverlaps = false
                isOtherwise = false
            } else if isForOverlaps, text.starts(with: "-- otherwise".utf8) {
                isOtherwise = true
            } else if isOtherwise {
                whole.add(text.dropFirst("-- ".utf8.count))
                plain.add(text.dropFirst("-- ".utf8.count))
            } else if text.starts(with: "-- ## After the load".utf8) {
                beforeLoad = whole.all
                withoutExactShapes = plain.all
                ofOverlaps = overlaps.all
                whole = Statements()
            }
        }
        afterLoad = whole.all
    }

    /// Cuts lines at semicolons. No statement of the file contains one, or a double hyphen.
    private struct Statements {
        private(set) var all: [String] = []
        private var bytes: [UInt8] = []

        mutating func add(_ line: ArraySlice<UInt8>) {
            for byte in line {
                if byte == UInt8(ascii: ";") {
                    all.append(String(decoding: bytes, as: UTF8.self))
                    bytes.removeAll()
                } else {
                    bytes.append(byte)
                }
            }
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        }
    }
}
