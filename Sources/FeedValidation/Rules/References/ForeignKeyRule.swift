import FeedCompiling
import GTFSSchedule

/// An id that a row names exists in the file where it is defined.
///
/// One instance for each field of a file that is read as structs; see `ForeignKeys`.
struct ForeignKeyRule<Row: FeedRow>: FeedRule {
    static var notices: [NoticeDefinition] { [.foreignKeyViolation] }
    static var inputs: [String] { [Row.file.name] }

    let table: @Sendable (LoadedFeed) -> LoadedTable<Row>
    let field: String
    let parent: ForeignKeyParent
    let text: @Sendable (Row) -> String?

    init(
        _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>, _ field: String,
        _ parent: ForeignKeyParent, _ text: @escaping @Sendable (Row) -> String?
    ) {
        self.table = table
        self.field = field
        self.parent = parent
        self.text = text
    }

    var inputFiles: [String] { Self.inputs + [parent.file] }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let loaded = table(feed)
        var known: IDTable?
        for (index, row) in loaded.rows.enumerated() {
            try feed.checkCancellation()
            guard let key = text(row) else { continue }
            let ids = known ?? parent.ids(feed)
            known = ids
            guard ids.find(key) == nil else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    Row.file.name, field, parent.file, parent.field, key,
                    loaded.rowNumbers[index]))
        }
    }
}

extension NoticeFields {
    /// The values of a `foreign_key_violation`.
    static func foreignKey(
        _ file: String, _ field: String, _ parentFile: String, _ parentField: String,
        _ value: String, _ row: Int
    ) -> NoticeFields {
        [
            "childFilename": file, "childFieldName": field, "parentFilename": parentFile,
            "parentFieldName": parentField, "fieldValue": value, "csvRowNumber": row,
        ]
    }
}
