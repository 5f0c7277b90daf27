import BundleWriting
import GTFSSchedule
import SQLiteLayer
import SystemLayer

/// Writes a feed into a plain SQLite database: a table for each file of the reference, with all of
/// its columns and its primary key, and an index on each column that refers to another file.
///
/// Integers, codes and dates are INTEGER, decimal numbers REAL, all else is TEXT, as in a bundle. For
/// times there is a further column with their seconds: `arrival_timestamp` beside `arrival_time`.
final class DatabaseDestination: FeedDestination {
    private let target: String
    private let file: NewFile
    private let connection: Connection
    private var insert: Statement?
    private var columns: [Column] = []
    private var indexes: [String] = []
    private var made: Set<String> = []

    private struct Column {
        let parameter: Int32
        let kind: Kind
        /// The parameter for the seconds of a time.
        let seconds: Int32?
    }

    private enum Kind: String {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"

        init(_ type: FieldType) {
            self =
                switch type {
                case .date, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger,
                    .enumeration, .routeType:
                    .integer
                case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat: .real
                default: .text
                }
        }
    }

    var isText: Bool { false }

    init(target: String, overwrites: Bool) throws {
        self.target = target
        file = try NewFile(at: target, .database, replacing: .export(overwrites: overwrites))
        do throws(SQLiteFailure) {
            connection = try Connection(path: file.temporaryPath, .writing)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -64000; BEGIN
                """)
        } catch {
            throw BundleError.cannotCreate(path: target, reason: error.description)
        }
    }

    func begin(_ file: ExportedFile) throws {
        try writing { () throws(SQLiteFailure) in
            try make(file.table, with: file.fields)
        }
    }

    private func make(_ table: TableSpec, with fields: [FieldSpec]) throws(SQLiteFailure) {
        made.insert(table.name)
        var names: [String] = []
        func add(_ name: String) -> Int32 {
            var free = name
            while names.contains(where: { $0.lowercased() == free.lowercased() }) {
                free = "x_\(free)"
            }
            names.append(free)
            return Int32(names.count)
        }
        var definitions: [String] = []
        columns = []
        let known = table.fields.map(\.name)
        let others = fields.filter { !known.contains($0.name) }
        var byName: [String: Column] = [:]
        var times: [(FieldSpec, Int32)] = []
        for field in table.fields + others {
            let kind = Kind(field.type)
            let parameter = add(field.name)
            definitions.append("\"\(names[names.count - 1])\" \(kind.rawValue)")
            byName[field.name] = Column(parameter: parameter, kind: kind, seconds: nil)
            if field.type == .time { times.append((field, parameter)) }
        }
        for (field, parameter) in times {
            let name = field.name
            let base = name.hasSuffix("_time") ? String(name.dropLast(5)) : name
            let seconds = add("\(base)_timestamp")
            definitions.append("\"\(names[names.count - 1])\" INTEGER")
            byName[name] = Column(parameter: parameter, kind: .text, seconds: seconds)
        }
        columns = fields.compactMap { byName[$0.name] }
        let key = table.fields.isEmpty ? [] : table.key
        if !key.isEmpty { definitions.append("PRIMARY KEY (\(key.joined(separator: ", ")))") }
        // Their rows come in the order of their keys.
        let isOrdered = [StopTime.file, ShapePoint.file].contains(table.file)
        try connection.execute(
            "CREATE TABLE \(table.name) (\(definitions.joined(separator: ", ")))"
                + (isOrdered ? " WITHOUT ROWID" : ""))
        indexes += table.fields.filter { !$0.references.isEmpty && $0.name != key.first }.map {
            "CREATE INDEX \(table.name)_\($0.name) ON \(table.name) (\($0.name))"
        }
        let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        insert = try Statement(connection, "INSERT INTO \(table.name) VALUES (\(places))")
    }

    /// The bytes are whole rows of ``CSVText``.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard let insert, !columns.isEmpty else { return }
        try writing { () throws(SQLiteFailure) in
            var place = 0
            while place < bytes.count {
                for column in columns {
                    try bind(Self.cell(bytes, &place), to: column, of: insert)
                }
                try insert.run()
                insert.clear()
            }
        }
    }

    private enum Cell {
        case plain(UnsafeRawBufferPointer)
        case quoted(String)
    }

    /// Moves on behind the comma or line feed after the cell.
    private static func cell(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Cell {
        let start = place
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            while place < bytes.count, bytes[place] != UInt8(ascii: ","), bytes[place] != 10 {
                place += 1
            }
            defer { place += 1 }
            return .plain(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
        }
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == byte else { break }
                place += 1
            }
            text.append(byte)
        }
        place += 1
        return .quoted(String(decoding: text, as: UTF8.self))
    }

    private func bind(
        _ cell: Cell, to column: Column, of insert: Statement
    ) throws(SQLiteFailure) {
        guard case .plain(let bytes) = cell else {
            if case .quoted(let text) = cell, !text.isEmpty {
                try insert.bind(column.parameter, text: text)
            }
            return
        }
        // A blank is NULL, as every parameter is after clear().
        guard !bytes.isEmpty else { return }
        if let seconds = column.seconds, let time = ServiceTime(cell: bytes) {
            try insert.bind(seconds, Int64(time.seconds))
        }
        if column.kind == .integer, let number = CellText.integer(bytes) {
            try insert.bind(column.parameter, Int64(number))
        } else if column.kind == .real, let number = CellText.decimal(bytes) {
            try insert.bind(column.parameter, number)
        } else {
            try insert.bind(column.parameter, text: bytes)
        }
    }

    func end() throws {
        insert = nil
    }

    func publish() throws {
        try writing { () throws(SQLiteFailure) in
            for table in Schedule.tables where !made.contains(table.name) {
                try make(table, with: [])
            }
            insert = nil
            for index in indexes { try connection.execute(index) }
            try connection.execute("COMMIT")
            try connection.close()
        }
        try file.publish()
    }

    /// An error here is none of the bundle that is read.
    private func writing(_ work: () throws(SQLiteFailure) -> Void) throws(BundleError) {
        do throws(SQLiteFailure) {
            try work()
        } catch {
            throw .cannotWrite(path: target, reason: error.description)
        }
    }
}
