import FeedReading

/// A row of a catalogue, by the names of its columns.
struct CatalogueRow {
    let line: Int
    private let cells: [String: String]

    /// A cell that is not blank.
    subscript(column: String) -> String? { cells[column] }

    /// Whether the file has the columns of a catalogue, though this row may leave them blank.
    let isOfCatalogue: Bool

    /// All rows; the file is small enough to be in memory.
    static func all(in text: String) throws(FeedError) -> [CatalogueRow] {
        let reader = try CSVReader(MemorySource(Array(text.utf8)))
        let columns = Set(reader.header)
        let isOfCatalogue =
            columns.isSuperset(of: ["data_type", "urls.direct_download"])
            && !columns.isDisjoint(with: ["id", "mdb_source_id"])
        var rows: [CatalogueRow] = []
        while try reader.next() {
            var cells: [String: String] = [:]
            for (index, column) in reader.header.enumerated() where index < reader.count {
                let cell = String(decoding: reader[index], as: UTF8.self)
                if !cell.isEmpty { cells[column] = cell }
            }
            rows.append(
                CatalogueRow(line: reader.line, cells: cells, isOfCatalogue: isOfCatalogue))
        }
        return rows
    }
}
