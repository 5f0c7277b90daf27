package import FeedReading
package import GTFSSchedule

/// What a filter left of a feed: the rows, by file, that a validation of the bundle is about.
///
/// A row that the bundle could not keep anyway is not one that the filter left out, unless it
/// repeats the key of such a row.
package struct FeedCut {
    /// All rows of these files go.
    package var leftOutFiles: Set<String> = []
    package var files: [String: FileCut] = [:]
    /// By id, of `locations.geojson`.
    package var leftOutLocations: Set<ExactText> = []

    package init() {}

    package struct FileCut {
        /// In ascending order.
        package var leftOutRows: [Int32] = []
        /// A row with an id that is not among these goes.
        package var kept: (field: String, ids: IDTable)?
        /// A row with a value in one of these fields goes.
        package var leftOutWith: [String] = []
        package var blankFields: [String] = []
        /// By row.
        package var changes: [Int32: [(field: String, text: String)]] = [:]

        package init() {}
    }

    package func source(
        _ source: any ByteSource, of name: String
    ) throws(FeedError) -> any ByteSource {
        guard let file = files[name] else { return source }
        return try EditedRecords(source) { reader in
            let rows = RowCut(file, key: Schedule.table(file: name)?.key ?? [], reader)
            return { rows.judge($0) }
        }
    }
}

private final class RowCut {
    private let file: FeedCut.FileCut
    private let columns: [String: Int]
    private let key: [Int]
    private let keptColumn: Int?
    private let leftOutWith: [Int]
    private let blankColumns: [Int]
    private var next = 0
    private var leftOutKeys: Set<[[UInt8]]> = []

    init(_ file: FeedCut.FileCut, key: [String], _ reader: CSVReader) {
        let columns = Dictionary(
            zip(reader.header, reader.header.indices), uniquingKeysWith: { first, _ in first })
        self.file = file
        self.columns = columns
        self.key = key.compactMap { columns[$0] }
        keptColumn = (file.kept?.field).flatMap { columns[$0] }
        leftOutWith = file.leftOutWith.compactMap { columns[$0] }
        blankColumns = file.blankFields.compactMap { columns[$0] }
    }

    func judge(_ reader: CSVReader) -> EditedRecords.Verdict {
        func cell(_ column: Int) -> UnsafeRawBufferPointer {
            column < reader.count ? reader[column] : UnsafeRawBufferPointer(start: nil, count: 0)
        }
        if let keptColumn, let kept = file.kept, case let id = cell(keptColumn), !id.isEmpty,
            kept.ids.find(id) == nil
        {
            return .goes
        }
        if leftOutWith.contains(where: { !cell($0).isEmpty }) { return .goes }
        let row = Int32(clamping: reader.row)
        if !file.leftOutRows.isEmpty {
            let texts = key.map { Array(cell($0)) }
            if next < file.leftOutRows.count, file.leftOutRows[next] == row {
                next += 1
                leftOutKeys.insert(texts)
                return .goes
            }
            if leftOutKeys.contains(texts), texts.contains(where: { !$0.isEmpty }) { return .goes }
        }
        var changes: [Int: String] = [:]
        for column in blankColumns where !cell(column).isEmpty { changes[column] = "" }
        for (field, text) in file.changes[row] ?? [] {
            if let column = columns[field], !cell(column).isEmpty { changes[column] = text }
        }
        return changes.isEmpty ? .stays : .changes(changes)
    }
}
