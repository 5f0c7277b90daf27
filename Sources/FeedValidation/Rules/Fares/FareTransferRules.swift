import GTFSSchedule

/// `transfer_count` is for transfers within one leg group: there it must be -1 or above 0.
struct TransferCountRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .fareTransferRuleInvalidTransferCount, .fareTransferRuleWithoutTransferCount,
        .fareTransferRuleWithForbiddenTransferCount,
    ]
    static let fields = ["from_leg_group_id", "to_leg_group_id", "transfer_count"]

    func check(_ rule: FareTransferRule, in context: RowContext, into bin: NoticeBin) {
        guard let group = rule.fromLegGroupID, group == rule.toLegGroupID else {
            if rule.transferCount != nil {
                bin.add(
                    .fareTransferRuleWithForbiddenTransferCount, ["csvRowNumber": context.row])
            }
            return
        }
        guard let count = rule.transferCount else {
            bin.add(.fareTransferRuleWithoutTransferCount, ["csvRowNumber": context.row])
            return
        }
        if count < -1 || count == 0 {
            bin.add(
                .fareTransferRuleInvalidTransferCount,
                ["csvRowNumber": context.row, "transferCount": count])
        }
    }
}

extension NoticeDefinition {
    static let fareTransferRuleInvalidTransferCount = NoticeDefinition(
        "fare_transfer_rule_invalid_transfer_count", .error,
        summary:
            "A row for transfers within one leg group has a `transfer_count` of 0 or below -1.",
        why: "Apps understand only positive counts and -1, which means no limit.",
        fix: "Set `transfer_count` to the number of transfers, or to -1 for no limit.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
    static let fareTransferRuleWithoutTransferCount = NoticeDefinition(
        "fare_transfer_rule_without_transfer_count", .error,
        summary: "A row for transfers within one leg group has no `transfer_count`.",
        why: "Apps cannot tell how often riders may transfer with this fare.",
        fix: "Set `transfer_count` to the number of transfers, or to -1 for no limit.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
    static let fareTransferRuleWithForbiddenTransferCount = NoticeDefinition(
        "fare_transfer_rule_with_forbidden_transfer_count", .error,
        summary: "A row has `transfer_count`, but its two leg groups differ or are empty.",
        why: "Riders make such a transfer only once, so the count means nothing.",
        fix: "Leave `transfer_count` empty.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
}

/// The limit of a fare transfer's duration and how it is measured come together.
struct TransferDurationRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .fareTransferRuleDurationLimitWithoutType,
        .fareTransferRuleDurationLimitTypeWithoutDurationLimit,
    ]
    static let fields = ["duration_limit", "duration_limit_type"]

    func check(_ rule: FareTransferRule, in context: RowContext, into bin: NoticeBin) {
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
        summary: "A row has `duration_limit` but no `duration_limit_type`.",
        why: "Apps cannot tell when the time limit starts and ends.",
        fix: "Fill in `duration_limit_type`.",
        reference: "fare_transfer_rules.txt", fields: "duration_limit_type", "duration_limit")
    static let fareTransferRuleDurationLimitTypeWithoutDurationLimit = NoticeDefinition(
        "fare_transfer_rule_duration_limit_type_without_duration_limit", .error,
        summary: "A row has `duration_limit_type` but no `duration_limit`.",
        why: "Apps know how to measure the time limit but not how long it is.",
        fix: "Fill in `duration_limit`, or leave both fields empty.",
        reference: "fare_transfer_rules.txt", fields: "duration_limit", "duration_limit_type")
}
