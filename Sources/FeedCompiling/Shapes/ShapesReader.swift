package import FeedReading
import GTFSSchedule

/// Reads `shapes.txt`, each record once, for a bundle, for the rules of a validation, or for both.
///
/// Other threads decode rows with nothing unusual chunk by chunk; this type reads what they leave
/// out, record by record.
package final class ShapesReader {
    /// The file's bytes, with the rows that are decoded ahead.
    package typealias Source = DecodedChunks<ShapePointsDecoder>

    private let csv: CSVReader
    private let source: Source
    private let columns: ShapePointColumns
    private let columnCount: Int
    private let table: TableReader?
    private let compiler: ShapesCompiler?
    private let checks: (any ShapePointChecks)?

    /// Reads for a bundle, and for rules if there are checks.
    init(
        _ table: TableReader, _ source: Source, for compiler: ShapesCompiler,
        checks: (any ShapePointChecks)?
    ) {
        csv = table.reader
        self.source = source
        columns = ShapePointColumns(csv.header)
        columnCount = csv.header.count
        self.table = table
        self.compiler = compiler
        self.checks = checks.flatMap { $0.wantsRows ? $0 : nil }
    }

    /// Reads for rules alone.
    package init(_ csv: CSVReader, _ source: Source, checks: any ShapePointChecks) {
        self.csv = csv
        self.source = source
        columns = ShapePointColumns(csv.header)
        columnCount = csv.header.count
        table = nil
        compiler = nil
        self.checks = checks
    }

    /// Reads all rows.
    package func read(progress: (Int) -> Void) throws {
        defer { source.stop() }
        // Rows with columns that only a bundle knows are read record by record.
        let usualCount = compiler?.unknown == nil ? columnCount : -1
        source.start(ShapePointsDecoder(columns, columnCount: usualCount), dialect: csv.dialect)
        var shape = PresentShape()
        var rows = 0
        var checkedRows = 0
        reading: while true {
            let decoded = try takeRuns(&shape)
            if decoded > 0 {
                if rows & ~0xFFFF != (rows + decoded) & ~0xFFFF { progress(rows + decoded) }
                rows += decoded
                if checks != nil { checkedRows += decoded }
            }
            guard try csv.next() else { break }
            rows += 1
            if rows & 0xFFFF == 0 { progress(rows) }
            let cells = RowCells(csv)
            var isChecked = checks != nil
            if !cells.hasUsualShape(columnCount: columnCount) {
                table?.noteShape()
                if let checks {
                    switch try checks.checkShape() {
                    case .read: break
                    case .passOver: isChecked = false
                    case .end: break reading
                    }
                }
            }
            let id = cells[columns.id]
            if !shape.isBuilt(id) {
                if id.isEmpty { compiler?.rejectBlank() } else { try compiler?.begin(id) }
            }
            if !id.isEmpty { try compiler?.append(cells) }
            if isChecked, let checks {
                checkedRows += 1
                if !shape.isChecked(id) { checks.begin(id) }
                try checks.take(cells)
            }
        }
        try compiler?.finish()
        table?.noteEnd()
        try checks?.finish(rows: checkedRows)
    }

    /// Takes the rows that were decoded ahead and begin at the reader's position.
    ///
    /// - Returns: how many rows were taken.
    private func takeRuns(_ shape: inout PresentShape) throws -> Int {
        guard let block = source.block else { return 0 }
        return try block.takeRuns(of: csv) { run in
            if !shape.isBuilt(run.id) { try compiler?.begin(run.id) }
            if let checks {
                if !shape.isChecked(run.id) { checks.begin(run.id) }
                guard checks.hasPlainID else { return false }
            }
            let rows = block.rows(run)
            let before = csv.row
            for index in rows.indices { rows[index].row = Int32(clamping: before + 1 + index) }
            try compiler?.append(rows)
            try checks?.take(rows)
            return true
        }
    }
}

/// The shape whose rows are being read. For the bundle, rows without an id do not interrupt a
/// shape; for the rules, rows that they pass over do not.
private struct PresentShape {
    private var built: [UInt8] = []
    private var checked: [UInt8]?

    /// Whether a row is of the same shape as the bundle's last row. Makes the row's shape the
    /// present one.
    @inline(__always)
    mutating func isBuilt(_ id: UnsafeRawBufferPointer) -> Bool {
        if !id.isEmpty, built.withUnsafeBytes({ Bytes.areEqual($0, id) }) { return true }
        if !id.isEmpty {
            built.removeAll(keepingCapacity: true)
            built.append(contentsOf: id)
        }
        return false
    }

    /// The same for rules.
    @inline(__always)
    mutating func isChecked(_ id: UnsafeRawBufferPointer) -> Bool {
        if let checked, checked.withUnsafeBytes({ Bytes.areEqual($0, id) }) { return true }
        checked = Array(id)
        return false
    }
}
