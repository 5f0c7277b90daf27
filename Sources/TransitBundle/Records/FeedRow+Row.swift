import GRDB
import GTFSSchedule

extension FeedRow {
    /// The row of a small table as the struct of its file. What is no value of its field is nil.
    init(_ row: Row) {
        self.init()
        for field in Self.fields {
            guard var text = row.cell(field.spec.name), !text.isEmpty else { continue }
            text.withUTF8 { _ = field.read(UnsafeRawBufferPointer($0), &self) }
        }
    }

    /// All rows of the file's table that a condition of SQL chooses.
    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: StatementArguments = []
    ) throws -> [Self] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(table.name) \(condition)")
        return try Row.fetchAll(statement, arguments: arguments).map(Self.init)
    }
}

extension Row {
    /// A value as the feed's file would write it.
    fileprivate func cell(_ column: String) -> String? {
        let value: DatabaseValue? = self[column]
        return switch value?.storage {
        case .int64(let number)?: String(number)
        case .double(let number)?: String(number)
        case .string(let text)?: text
        default: nil
        }
    }
}
