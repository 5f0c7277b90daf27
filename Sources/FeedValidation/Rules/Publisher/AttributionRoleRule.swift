import GTFSSchedule

/// An attribution says what the organization did.
struct AttributionRoleRule: RowRule {
    static let notices: [NoticeDefinition] = [.attributionWithoutRole]

    func applies(to header: HeaderColumns) -> Bool {
        header.has("is_producer") || header.has("is_operator") || header.has("is_authority")
    }

    func check(_ attribution: Attribution, _ context: RowContext, _ bin: NoticeBin) {
        let roles = [attribution.isProducer, attribution.isOperator, attribution.isAuthority]
        guard !roles.contains(.yes) else { return }
        bin.add(
            .attributionWithoutRole,
            [
                "csvRowNumber": context.row,
                "attributionId": attribution.attributionID?.text ?? "",
            ])
    }
}

extension NoticeDefinition {
    static let attributionWithoutRole = NoticeDefinition(
        "attribution_without_role", .warning,
        "An attribution sets none of `is_producer`, `is_operator` and `is_authority` to 1.",
        why: "It is not clear what the organization is named for.",
        fix: "Set at least one of the three to 1.",
        reference: "attributions.txt", "is_producer", "is_operator", "is_authority")
}
