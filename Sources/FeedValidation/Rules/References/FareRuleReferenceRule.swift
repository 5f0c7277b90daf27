import FeedCompiling
import GTFSSchedule

/// An id that a row of `fare_rules.txt` names exists in the file where it is defined.
struct FareRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let isEarly = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = [FareRule.file.name]

    private let field: String
    private let column: @Sendable (FareRuleColumns) -> TextColumn
    private let parent: ForeignKeyParent

    init(
        _ field: String, in parent: ForeignKeyParent,
        _ column: @escaping @Sendable (FareRuleColumns) -> TextColumn
    ) {
        self.field = field
        self.parent = parent
        self.column = column
    }

    var inputFiles: [String] { Self.inputs + [parent.file] }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let rules = feed.fareRules
        guard rules.header.has(field) else { return }
        let column = column(rules)
        /// By number of a text; empty until a row has one.
        var isKnown: [Bool] = []
        for index in 0..<rules.count {
            if index & 0xFF == 0 { try feed.checkCancellation() }
            guard let number = column.number(index) else { continue }
            if isKnown.isEmpty {
                let values = parent.values(feed)
                isKnown = (0..<column.texts.count).map { values.contains(column.texts[$0]) }
            }
            guard !isKnown[number] else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    FareRule.file.name, field: field, parentFile: parent.file,
                    parentField: parent.field,
                    value: column.texts.string(number), row: rules.rowNumbers[index]))
        }
    }
}
