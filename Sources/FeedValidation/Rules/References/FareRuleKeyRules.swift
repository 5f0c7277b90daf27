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
        _ field: String, _ parent: ForeignKeyParent,
        _ column: @escaping @Sendable (FareRuleColumns) -> TextColumn
    ) {
        self.field = field
        self.parent = parent
        self.column = column
    }

    var inputFiles: [String] { Self.inputs + [parent.file] }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
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
                    FareRule.file.name, field, parent.file, parent.field,
                    column.texts.string(number), rules.rowNumbers[index]))
        }
    }
}

/// No two rows of `fare_rules.txt` are the same. Those without a fare have a notice of their own.
struct DuplicateFareRuleRule: KeyRule {
    static let isEarly = true
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = [FareRule.file.name]

    /// Equal rows say the same twice.
    func setRepeatsAside(_ feed: LoadedFeed) {}

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let rules = feed.fareRules
        let columns = [
            ("fare_id", rules.fare), ("route_id", rules.route), ("origin_id", rules.origin),
            ("destination_id", rules.destination), ("contains_id", rules.contains),
        ]
        let isCanonical = feed.options.isCanonical
        try RepeatedKeys.find(count: rules.count, in: feed) { index, key in
            guard isCanonical || rules.fare.number(index) != nil else { return false }
            for (_, column) in columns { key.append(bytesOf: column.numberOrEmpty(index)) }
            return true
        } found: { first, index in
            bin.add(
                .duplicateKey,
                .duplicateKey(
                    FareRule.file.name, (rules.rowNumbers[first], rules.rowNumbers[index]),
                    columns.map { ($0.0, $0.1[first]) }))
        }
    }
}
