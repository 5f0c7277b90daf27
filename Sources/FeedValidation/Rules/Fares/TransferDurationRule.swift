import GTFSSchedule

/// The limit of a fare transfer's duration and how it is measured come together.
struct TransferDurationRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .fareTransferRuleDurationLimitWithoutType,
        .fareTransferRuleDurationLimitTypeWithoutDurationLimit,
    ]

    func check(_ rule: FareTransferRule, _ context: RowContext, _ bin: NoticeBin) {
        switch (rule.durationLimit, rule.durationLimitType) {
        case (_?, nil):
            bin.add(
                .fareTransferRuleDurationLimitWithoutType, ["csvRowNumber": context.row])
        case (nil, _?):
            bin.add(
                .fareTransferRuleDurationLimitTypeWithoutDurationLimit,
                ["csvRowNumber": context.row])
        default: break
        }
    }
}

extension NoticeDefinition {
    static let fareTransferRuleDurationLimitWithoutType = NoticeDefinition(
        "fare_transfer_rule_duration_limit_without_type", .error,
        "`duration_limit` has no `duration_limit_type`.",
        why: "It is not clear from where to where the time counts.",
        fix: "Fill `duration_limit_type`.",
        reference: "fare_transfer_rules.txt", "duration_limit_type", "duration_limit")
    static let fareTransferRuleDurationLimitTypeWithoutDurationLimit = NoticeDefinition(
        "fare_transfer_rule_duration_limit_type_without_duration_limit", .error,
        "`duration_limit_type` has no `duration_limit`.",
        why: "There is nothing to measure; probably the limit is missing.",
        fix: "Fill `duration_limit`, or leave both blank.",
        reference: "fare_transfer_rules.txt", "duration_limit", "duration_limit_type")
}
