enum SchemaScript {
    /// By name; each is made when its first row comes.
    static let smallTables: [String: String] = Dictionary(
        uniqueKeysWithValues: whole.beforeLoad.compactMap { statement in
            tableName(statement).flatMap { name in
                BundleInserts.tables.contains(name) ? (name, statement) : nil
            }
        })
    static let tableNames = Set(whole.beforeLoad.compactMap(tableName))

    /// Pragmas, the bundle's own tables, views. Some lines are for exact shapes only.
    static func frame(hasExactShapes: Bool) -> [String] {
        (hasExactShapes ? whole : plain).beforeLoad.filter { statement in
            guard let name = tableName(statement) else { return undefined(statement) == nil }
            return smallTables[name] == nil
        }
    }
    /// The view that replaces `departures` where frequencies of a trip overlap, so that a run is in
    /// one row. SQLite takes longer with it.
    static let departuresOfOverlaps = overlapping.beforeLoad.first {
        $0.hasPrefix("CREATE VIEW departures ")
    }
    static let needsDeparturesOfOverlaps = """
        SELECT EXISTS (
          SELECT 1 FROM (
            SELECT start_timestamp, max(end_timestamp) OVER (
              PARTITION BY trip_id ORDER BY start_timestamp
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS end_before
            FROM frequencies)
          WHERE start_timestamp < end_before)
        """
    /// The views whose second half is for undefined ids. They are made after the load, and with
    /// that half only if it has rows, because SQLite plans both halves at every query.
    static let viewsInHalves: [ViewInHalves] = whole.beforeLoad.compactMap(halves)

    struct ViewInHalves {
        let whole: String
        let firstHalf: String
        let needsSecondHalf: String
    }

    static func forms(of name: String) -> [String] {
        let texts = [whole, plain, overlapping].flatMap(\.beforeLoad)
        return (texts + viewsInHalves.map(\.firstHalf)).filter {
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

    private static func undefined(_ statement: String) -> String? {
        if statement.hasPrefix("CREATE VIEW trips ") {
            "pattern WHERE rid < 0 OR rid IS NULL"
        } else if statement.hasPrefix("CREATE VIEW stop_times ") {
            "pattern_stops WHERE sid < 0 OR sid IS NULL"
        } else {
            nil
        }
    }
    static var indexes: [String] { whole.afterLoad }

    /// SQLite adds its own, and some for each virtual table.
    static func makes(_ name: String) -> Bool {
        names.contains(name) || name.hasPrefix("sqlite_")
            || virtualTables.contains { table in
                name.hasPrefix(table + "_") && shadows.contains(name.dropFirst(table.count + 1))
            }
    }

    private static let shadows: Set<Substring> = [
        "data", "idx", "content", "docsize", "config", "node", "rowid", "parent",
    ]

    private static let names = tableNames.union(virtualTables).union(
        whole.beforeLoad.compactMap { name($0, after: "CREATE VIEW ") })
    private static let virtualTables = whole.afterLoad.compactMap {
        name($0, after: "CREATE VIRTUAL TABLE ")
    }

    static func emptyView(_ table: String, columns: [String]) -> String {
        let nulls = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
        return "CREATE VIEW \(table) AS SELECT \(nulls) WHERE 0"
    }

    /// The lines with text. Cut by hand: `split` takes more than twice as long, in every build.
    private static let lines: [ArraySlice<UInt8>] = {
        var lines: [ArraySlice<UInt8>] = []
        var rest = Array(EmbeddedTexts.bundle_sql.utf8)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if end > rest.startIndex { lines.append(rest[..<end]) }
            rest = rest[(end + 1)...]
        }
        return rest.isEmpty ? lines : lines + [rest]
    }()
    private static let whole = Parts(lines, .whole)
    private static let plain = Parts(lines, .withoutExactShapes)
    private static let overlapping = Parts(lines, .ofOverlaps)

    private static func tableName(_ statement: String) -> String? {
        name(statement, after: "CREATE TABLE ")
    }

    private static func name(_ statement: String, after start: String) -> String? {
        guard statement.hasPrefix(start) else { return nil }
        return String(statement.dropFirst(start.count).prefix { $0 != " " })
    }
}

/// The statements of the script, without the comments and indentation that SQLite would store in
/// every bundle. Works on bytes: every build begins with this, and characters take five
/// milliseconds.
private struct Parts {
    enum Form {
        case whole
        case withoutExactShapes
        case ofOverlaps
    }

    private(set) var beforeLoad: [String] = []
    private(set) var afterLoad: [String] = []

    init(_ lines: [ArraySlice<UInt8>], _ form: Form) {
        var statements = Statements()
        var isForExactShapes = false
        var isForOverlaps = false
        var isOtherwise = false
        for line in lines {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            guard text.starts(with: "--".utf8) else {
                if isForOverlaps
                    ? form == .ofOverlaps : !isForExactShapes || form != .withoutExactShapes
                {
                    statements.add(text)
                }
                continue
            }
            if text.starts(with: "-- [exact shapes".utf8) {
                isForExactShapes = true
                // Bundles have always had an empty line there.
                if form == .withoutExactShapes, text.count < line.count { statements.add([]) }
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
                if form != .ofOverlaps { statements.add(text.dropFirst("-- ".utf8.count)) }
            } else if text.starts(with: "-- ## After the load".utf8) {
                beforeLoad = statements.all
                statements = Statements()
            }
        }
        afterLoad = statements.all
    }

    /// Cuts lines at semicolons. Those of the file are at ends of lines only, and no statement has a
    /// double hyphen.
    private struct Statements {
        private(set) var all: [String] = []
        private var bytes: [UInt8] = []

        mutating func add(_ line: ArraySlice<UInt8>) {
            if line.last == UInt8(ascii: ";") {
                bytes.append(contentsOf: line.dropLast())
                all.append(String(decoding: bytes, as: UTF8.self))
                bytes.removeAll(keepingCapacity: true)
            } else {
                bytes.append(contentsOf: line)
                if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
            }
        }
    }
}
