import GTFSSchedule

/// Columns may be those of a file that both feeds have, whether they hold values or not.
package struct FileChange: ChangeOfColumns, Sendable, Encodable {
    package let file: String
    let kind: ChangeKind
    package let columnsAdded: [String]
    package let columnsRemoved: [String]
    /// The reference gives meaning to the presence of the file or column, even if blank.
    package let hasMeaning: Bool

    /// Columns that mean something even if all their cells are blank, besides those that the
    /// reference asks for: with `rule_priority`, blanks of leg rules stand for everything, without
    /// it for all that no rule lists; `network_id` of routes rules out the files of networks.
    private static let meaningful: Set<String> = [
        "fare_leg_rules.rule_priority", "routes.network_id",
    ]

    static func all(from old: [String: [String]], to new: [String: [String]]) -> [FileChange] {
        Schedule.tables.compactMap { table in
            let name = table.file.name
            guard let before = old[name], let after = new[name] else {
                if old[name] == nil, new[name] == nil { return nil }
                return FileChange(
                    file: name, kind: old[name] == nil ? .added : .removed, columnsAdded: [],
                    columnsRemoved: [], hasMeaning: table.isAskedFor)
            }
            let added = after.filter { !before.contains($0) }
            let removed = before.filter { !after.contains($0) }
            guard !added.isEmpty || !removed.isEmpty else { return nil }
            return FileChange(
                file: name, kind: .changed, columnsAdded: added, columnsRemoved: removed,
                hasMeaning: (added + removed).contains { column in
                    meaningful.contains("\(table.name).\(column)")
                        || table.fields.contains {
                            $0.name == column && $0.presence == .requiredColumn
                        }
                })
        }
    }

    /// Such as `routes.txt: network_id added, cemv_support removed`.
    var words: String {
        let columns =
            columnsAdded.map { "\($0) added" } + columnsRemoved.map { "\($0) removed" }
        switch kind {
        case .added: return "\(file) added"
        case .removed: return "\(file) removed"
        case .changed: return "\(file): \(columns.joined(separator: ", "))"
        }
    }
}

protocol ChangeOfColumns {
    var file: String { get }
    var kind: ChangeKind { get }
    var columnsAdded: [String] { get }
    var columnsRemoved: [String] { get }
}

extension TableSpec {
    /// Depending on what else a feed has, the reference asks for the file or rules it out.
    fileprivate var isAskedFor: Bool {
        switch file.presence {
        case .optional, .recommended: false
        case .required, .requiredColumn, .conditionallyRequired, .conditionallyForbidden: true
        }
    }
}
