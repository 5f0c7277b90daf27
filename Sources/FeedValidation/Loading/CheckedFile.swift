import FeedCompiling
import FeedReading
import GTFSSchedule

/// Checks header and rows, whichever loader keeps the values.
final class CheckedFile {
    let reader: CSVReader
    let table: TableSpec
    let filename: String
    /// By field of the table; `Int.max` when the file lacks it.
    let columns: [Int]
    let header: HeaderColumns
    private let columnCount: Int
    /// The required fields whose column the file lacks.
    let missingFields: FieldSet
    private(set) var state: FileState
    private let cells: CellChecker
    /// For another thread; the notices of the new checker are dropped.
    private let makeCells: @Sendable () -> CellChecker
    private let rows: RowChecker
    private let leftOut: LeftOutRows
    private let isCanonical: Bool
    private let cancellation: Cancellation
    private let repairs: RepairNotices

    convenience init(
        _ table: TableSpec, filename: String, source: any ByteSource, feed: LoadedFeed,
        rules: RuleBins
    ) throws {
        let reader = try CSVReader(
            source, dialect: feed.options.isCanonical ? .canonical : .forgiving)
        self.init(table, filename: filename, reader: reader, feed: feed, rules: rules)
    }

    init(
        _ table: TableSpec, filename: String, reader: CSVReader, feed: LoadedFeed,
        rules: RuleBins
    ) {
        self.table = table
        self.filename = filename
        self.reader = reader
        isCanonical = feed.options.isCanonical
        cancellation = feed.cancellation
        leftOut = feed.leftOut
        columnCount = reader.header.count
        header = HeaderColumns(reader.header)
        let names = reader.header
        let options = feed.options
        rows = RowChecker(
            filename, file: table.file.name, columnCount: names.count, rules.loading)
        let isClear = rows.checkHeader(reader)
        var state: FileState = isClear ? .fine : .badHeader
        var missing: [String] = []
        let map = ColumnMap(
            table, header: names,
            isRequired: {
                let presence = CanonicalSchema.presence(
                    of: $0, in: table.file.name, isCanonical: options.isCanonical)
                return [.required, .requiredColumn].contains(presence)
            },
            note: { fault in
                if case .missing(let name) = fault { missing.append(name) }
                if isClear, fault.note(of: filename, in: rules.loading) { state = .badHeader }
            })
        if isClear, names.isEmpty {
            rules.loading.add(.emptyFile, ["filename": filename])
            state = .empty
        }
        columns = map.columns.map { $0 ?? .max }
        missingFields = FieldSet(missing, of: table)
        self.state = state
        cells = CellChecker(
            table, filename: filename, header: names, options: options, bin: rules.loading)
        makeCells = {
            CellChecker(
                table, filename: filename, header: names, options: options, bin: NoticeBin())
        }
        feed.headers[table.file.name] = header
        repairs = RepairNotices(table, filename: filename, columns: columns, in: rules.loading)
        repairs.noteHeader(reader)
    }

    var isReadable: Bool {
        switch state {
        case .empty, .missing: false
        case .badHeader: !isCanonical
        case .badRows, .fine: true
        }
    }

    // MARK: Rows that other threads read

    /// The other threads leave a row to the file's loader when its closure returns nil.
    func decodeAhead<Row: Sendable>(
        _ chunks: DecodedChunks<FineRowsDecoder>,
        _ makeReader: @escaping @Sendable () -> (RowCells) -> Row?
    ) {
        // A row of one cell may be a blank line, which only this reader can tell.
        guard !cells.isNeverFine, columnCount > 1 else { return }
        chunks.start(
            FineRowsDecoder(
                columnCount: columnCount, makeChecker: makeCells, makeReader: makeReader),
            dialect: reader.dialect)
    }

    /// Takes none when the next row must be read here. `take` gets the row's number in the file,
    /// too.
    func takeFineRows<Row: Sendable>(
        _ chunks: DecodedChunks<FineRowsDecoder>, _ take: (Row, Int) -> Void
    ) throws {
        guard let block = chunks.block else { return }
        let rows = unsafeDowncast(block, to: FineRows<Row>.self)
        // Each row may have notices of its own rules, so once a chunk would be too seldom.
        while rows.take(reader, most: 256, take) > 0 { try cancellation.check() }
    }

    // MARK: Rows that are read here

    /// Moves to the next row and checks each of its cells by itself.
    ///
    /// - Returns: false at the end.
    func next() throws -> Bool {
        while try reader.next() {
            switch try checkShape() {
            case .read:
                checkCells()
                return true
            case .passOver: continue
            case .end: return false
            }
        }
        noteEnd()
        return false
    }

    /// Another caller moved the reader to the row. Returns false when it is not a row, which does
    /// not happen under `--compat canonical`, where a row may end the file.
    func checkPresentRow() throws -> Bool {
        guard try checkShape() == .read else { return false }
        _ = checkRow()
        return true
    }

    func checkShape() throws -> RowVerdict {
        // In a flawed file each row has notices, so checking at the next chunk would be too late.
        if reader.row & 0xFF == 0 { try cancellation.check() }
        if !reader.isOrdinary { repairs.noteRow(reader) }
        switch rows.check(reader) {
        case .fine: return .read
        case .blank: return .passOver
        case .wrongLength:
            state = .badRows
            return isCanonical ? .passOver : .read
        case .unparsable:
            state = .badRows
            if isCanonical { return .end }
            guard reader.isCut else { return .read }
            leftOut.add(reader, of: table.file.name)
            return .passOver
        }
    }

    func noteEnd() {
        repairs.noteFile(reader)
    }

    /// Only the values of such a row need checking.
    @inline(__always)
    func isPlain(_ cells: RowCells) -> Bool {
        cells.isOrdinary && cells.count == columnCount
    }

    /// Checks the cells of the current row, and those that belong together. Returns whether rules
    /// for single rows pass the row over, as the canonical validator does when one has an error.
    func checkRow() -> Bool {
        let hasError = checkCells()
        checkPairs()
        return hasError && isCanonical
    }

    @discardableResult
    private func checkCells() -> Bool {
        let hasError = cells.check(reader)
        if hasError { state = .badRows }
        return hasError
    }

    func checkPairs() { cells.checkPairs(RowCells(reader)) }

    /// Rules must not take these cells for blank.
    var badFields: FieldSet { cells.bad }
    var unusableFields: FieldSet { cells.unusable }

    func hasColumn(_ field: Int) -> Bool { columns[field] < columnCount }

    func cell(_ field: Int) -> UnsafeRawBufferPointer {
        let column = columns[field]
        return column < reader.count
            ? reader.cells[column] : UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Whether the canonical validator takes the empty cell of a field for empty text: it decides
    /// that a cell is not blank before it trims blanks in quotes.
    func isEmptyText(_ field: Int) -> Bool {
        let column = columns[field]
        return isCanonical && column < reader.count
            && reader.traits(column).contains(.blankInQuotes)
    }

    /// For NaN the number in a notation that only Java reads, if the cell has one.
    func number(_ value: Double, _ cell: UnsafeRawBufferPointer) -> Double {
        guard isCanonical, value.isNaN else { return value }
        return JavaNumber.decimal(cell) ?? .nan
    }

    func finish(_ feed: LoadedFeed) -> FileState {
        feed.states[table.file.name] = state
        feed.rowCounts[table.file.name] = max(0, reader.records - 1)
        return state
    }
}

extension ColumnMap.Fault {
    /// Whether it is an error.
    fileprivate func note(of filename: String, in bin: NoticeBin) -> Bool {
        func noteUnknown(_ name: String, _ column: Int) {
            bin.add(
                .unknownColumn, ["filename": filename, "fieldName": name, "index": column + 1])
        }
        switch self {
        case .nameless(let column):
            bin.add(.emptyColumnName, ["filename": filename, "index": column + 1])
        case .repeated(let name, let first, let column, let isKnown):
            bin.add(
                .duplicatedColumn,
                [
                    "filename": filename, "fieldName": name, "firstIndex": first + 1,
                    "secondIndex": column + 1,
                ])
            if !isKnown { noteUnknown(name, column) }
        case .unknown(let name, let column):
            noteUnknown(name, column)
            return false
        case .missing(let name):
            bin.add(.missingRequiredColumn, ["filename": filename, "fieldName": name])
        }
        return true
    }
}
