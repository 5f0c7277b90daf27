import GTFSSchedule

/// The rules that the canonical validator does not run on a feed.
enum CanonicalRules {
    /// Rules that need one of these columns, though a file without them is as one with blank cells.
    private static let columns: [String: [String]] = [
        AttributionRoleRule.name: AttributionRoleRule.fields,
        CallPlaceRule.name: ["stop_id", "location_group_id", "location_id"],
        StopNameRule.name: ["stop_name", "location_type"],
        TimepointRule.name: ["timepoint"],
    ]

    /// Whether a rule for whole files reads one with errors, or a rule for single rows lacks the
    /// columns that it needs.
    static func skip(_ rule: any Rule, in feed: LoadedFeed) -> Bool {
        let type = type(of: rule)
        if let columns = columns[type.name],
            !columns.contains(where: feed.header(of: type.inputs[0]).has)
        {
            return true
        }
        if type.checksSingleRows { return false }
        return rule.inputFiles.contains { file in
            switch feed.state(of: file) {
            case .fine: false
            case .missing: FileNeeds.required.contains(file)
            case .empty, .badHeader, .badRows: true
            }
        }
    }

    /// A column of timepoints need not have a value.
    static func applies(_ rule: any TripRule, to feed: LoadedFeed) -> Bool {
        type(of: rule) == TimepointRule.self || rule.applies(to: feed)
    }
}
