package import FeedReading
import GTFSSchedule

/// Reads `shapes.txt`, each record once, for a bundle, for the rules of a validation, or for both.
///
/// Other threads decode rows with nothing unusual chunk by chunk; this type reads what they leave
/// out, record by record.
package final class ShapesReader {
    package typealias Source = DecodedChunks<ShapePointsDecoder>

    private let csv: CSVReader
    private let source: Source
    private let cells: ShapePointCells
    private let columnCount: Int
    private let table: TableReader?
    private let compiler: ShapesCompiler?
    private let checks: (any ShapePointChecks)?

    init(
        _ table: TableReader, _ source: Source, for compiler: ShapesCompiler,
        checks: (any ShapePointChecks)?
    ) {
        csv = table.reader
        self.source = source
        cells = ShapePointCells(columns: ShapePointColumns(csv.header))
        columnCount = csv.header.count
        self.table = table
        self.compiler = compiler
        self.checks = checks.flatMap { $0.wantsRows ? $0 : nil }
    }

    package init(_ csv: CSVReader, _ source: Source, checks: any ShapePointChecks) {
        self.csv = csv
        self.source = source
        cells = ShapePointCells(columns: ShapePointColumns(csv.header))
        columnCount = csv.header.count
        table = nil
        compiler = nil
        self.checks = checks
    }

    package func read(progress: (Int) -> Void) throws {
        // Rows with columns that only a bundle knows are read record by record.
        let usualCount = compiler?.unknown == nil ? columnCount : -1
        var shape = PresentShape()
        let rows = try source.readRows(
            csv, with: ShapePointsDecoder(cells: cells, columnCount: usualCount),
            progress: progress, takeRun: { try take($0, of: $1, &shape) },
            takeRecord: { try takeRecord(&shape) })
        try compiler?.finish()
        table?.noteEnd()
        try checks?.finish(rows: rows - shape.uncheckedRows)
    }

    private func take(
        _ run: RowRun<ShapePointsDecoder.NoFacts>, of block: ShapePointsDecoder.Block,
        _ shape: inout PresentShape
    ) throws -> Bool {
        if shape.built.changes(to: run.id) { try compiler?.begin(run.id) }
        if let checks {
            if shape.checked.changes(to: run.id) { checks.begin(run.id) }
            guard checks.hasPlainID else { return false }
        }
        let rows = block.rows(run, of: csv)
        try compiler?.append(rows)
        try checks?.take(rows)
        return true
    }

    /// False when the file cannot be read beyond the record.
    private func takeRecord(_ shape: inout PresentShape) throws -> Bool {
        let cells = RowCells(csv)
        var checks = checks
        if !cells.hasUsualShape(columnCount: columnCount) {
            _ = table?.noteShape()
            let verdict = try checks?.checkShape() ?? .read
            if verdict != .read {
                shape.uncheckedRows += 1
                checks = nil
            }
            if verdict == .end { return false }
            if csv.isCut { return true }
        }
        let row = self.cells.read(cells)
        let id = cells[self.cells.columns.id]
        if id.isEmpty {
            compiler?.rejectBlank()
        } else {
            if shape.built.changes(to: id) { try compiler?.begin(id) }
            try compiler?.append(row)
        }
        guard let checks else { return true }
        if shape.checked.changes(to: id) { checks.begin(id) }
        try checks.take(row)
        return true
    }
}

/// The shape whose rows are being read. For the bundle, rows without an id do not interrupt a
/// shape; for the rules, rows that they pass over do not.
private struct PresentShape {
    var built = PresentID()
    var checked = PresentID()
    var uncheckedRows = 0
}
