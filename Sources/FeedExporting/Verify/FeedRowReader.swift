import FeedCompiling
import FeedReading
import GTFSSchedule

final class FeedRowReader {
    /// Includes the columns that the bundle keeps though the reference does not know them.
    let table: TableSpec
    let columns: ColumnMap
    private let places: [Int?]
    /// The number of rows so far that the bundle must have, with a value in those columns.
    private(set) var extendedRows = 0
    private let extendedFields: Range<Int>
    private(set) var rowCount = 0
    /// Cells of the reference's fields with bytes that are not UTF-8 and are replaced.
    private(set) var repairedCells = 0
    private var trimmedInRows = 0
    /// Numbers in rows that the bundle must have, for which it has 0.
    private(set) var tooSmallNumbers = 0
    private let realFields: [Int]
    /// Rows that are too long: `rejected` has their beginning.
    private(set) var cutRows = 0

    private let reader: CSVReader
    /// Cells of those fields, names in the header and blank lines with blanks inside quotes or
    /// control characters at their ends, which are left out.
    var trimmedCells: Int { trimmedInRows + reader.trimmedOutsideRows }
    var convertedCharacters: Int { reader.encoding.windows1252Characters }
    /// Columns whose name is blank or that of an earlier column.
    private let namelessColumns: [Int]
    private var filledNameless: Set<Int> = []
    private let rejected: RejectedOfFile
    private let differences: Differences

    init(
        _ table: TableSpec, _ unknown: PackedExtension?, source: any ByteSource,
        rejected: RejectedOfFile, differences: Differences
    ) throws {
        self.table = unknown?.extended(table) ?? table
        self.rejected = rejected
        self.differences = differences
        reader = try CSVReader(source)
        columns = ColumnMap(table, header: reader.header)
        let header = reader.header
        realFields = table.fields.indices.filter { table.fields[$0].type.sqlType == "REAL" }
        extendedFields = table.fields.count..<self.table.fields.count
        places =
            columns.columns
            + (unknown?.columns ?? []).map { column in
                guard header.indices.contains(column.place - 1),
                    header[column.place - 1].exact == column.name.exact
                else {
                    differences.add(
                        table.file.name, field: column.name, feed: "no such column",
                        bundle: "column \(column.place)")
                    return nil
                }
                return column.place - 1
            }
        var seen: Set<ExactText> = []
        namelessColumns = header.indices.filter {
            header[$0].isEmpty || !seen.insert(header[$0].exact).inserted
        }
    }

    var columnNames: [String] {
        zip(table.fields, columns.columns).filter { $0.1 != nil }.map(\.0.name)
    }

    /// Columns with values and without a name of their own, from 1 on: the bundle has no place for
    /// them.
    var ignoredColumns: [Int] { filledNameless.sorted().map { $0 + 1 } }

    var row: Int { reader.row }

    @inline(__always)
    func cell(_ field: Int) -> UnsafeRawBufferPointer {
        guard let column = places[field], column < reader.count else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return reader.cells[column]
    }

    @inline(__always)
    func forEachCell(_ body: (UnsafeRawBufferPointer) -> Void) {
        let cells = reader.cells
        let count = reader.count
        for column in places {
            if let column, column < count {
                body(cells[column])
            } else {
                body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
    }

    /// In bytes; perhaps too high.
    var cellBytes: Int {
        let cells = reader.cells
        return (0..<reader.count).reduce(0) { $0 + cells[$1].count }
    }

    /// Skips rows that the bundle need not have. False at the end of the file.
    func next() throws -> Bool {
        while try reader.next() {
            rowCount += 1
            if reader.isCut { cutRows += 1 }
            if !namelessColumns.isEmpty { noteNameless() }
            if !reader.isOrdinary { noteRepairs() }
            let isHeld = rejected.holds(row)
            if isHeld { settleCells() }
            if reader.count > columns.count { checkOverlong() }
            guard isHeld, let text = rejected.useWhole(row) else {
                if extendedFields.contains(where: { !cell($0).isEmpty }) { extendedRows += 1 }
                for field in realFields where CellComparison.isTooSmall(cell(field)) {
                    tooSmallNumbers += 1
                }
                return true
            }
            if text.exact != reader.text().exact, !hasSameCells(text) {
                differences.add(
                    table.file.name, row: row, feed: reader.text(), bundle: "rejected: \(text)")
            }
        }
        return false
    }

    private func noteNameless() {
        for column in namelessColumns where column < reader.count && !reader[column].isEmpty {
            filledNameless.insert(column)
        }
    }

    private func noteRepairs() {
        for case let column? in places where column < reader.count {
            if reader.traits(column).contains(.repaired) { repairedCells += 1 }
            if reader.traits(column).isTrimmed { trimmedInRows += 1 }
        }
    }

    private func settleCells() {
        for (index, rejection) in rejected.cells(row).enumerated() {
            if let field = table.fields.firstIndex(where: { $0.name == rejection.field }) {
                let cell = cell(field)
                if CellComparison.isSame(cell, table.fields[field], text: rejection.value) {
                    rejected.useCell(row, index)
                }
            } else if let column = overlongColumn(rejection.field),
                reader[column].elementsEqual(rejection.value.utf8)
            {
                rejected.useCell(row, index)
            }
        }
    }

    private func overlongColumn(_ name: String) -> Int? {
        guard name.hasPrefix("column "), let number = Int(name.dropFirst("column ".count)) else {
            return nil
        }
        return columns.count..<reader.count ~= number - 1 ? number - 1 : nil
    }

    private func checkOverlong() {
        for column in columns.count..<reader.count where !reader[column].isEmpty {
            let name = "column \(column + 1)"
            if !rejected.isCellUsed(row, name) {
                differences.add(
                    table.file.name, row: row, field: name,
                    feed: String(decoding: reader[column], as: UTF8.self),
                    bundle: "neither kept nor rejected")
            }
        }
    }

    private func hasSameCells(_ text: String) -> Bool {
        let other: CSVReader
        do {
            other = try CSVReader(MemorySource(Array("header\n".utf8) + Array(text.utf8)))
            guard try other.next(), other.count <= max(reader.count, columns.count) else {
                return false
            }
        } catch {
            return false
        }
        return zip(table.fields.indices, places).allSatisfy { field, column in
            guard let column else { return true }
            let blank = UnsafeRawBufferPointer(start: nil, count: 0)
            let found = column < other.count ? other[column] : blank
            return CellComparison.isSame(
                cell(field), table.fields[field], text: String(decoding: found, as: UTF8.self))
        }
    }

    var text: String { reader.text() }
}
