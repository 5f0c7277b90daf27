import GTFSSchedule

/// Exit gates lead one way.
struct ExitGateRule: RowRule {
    static let notices: [NoticeDefinition] = [.bidirectionalExitGate]

    func check(_ pathway: Pathway, _ context: RowContext, _ bin: NoticeBin) {
        guard pathway.pathwayMode == .exitGate, pathway.isBidirectional == .yes else { return }
        bin.add(
            .bidirectionalExitGate,
            [
                "csvRowNumber": context.row, "pathwayMode": PathwayMode.exitGate.code,
                "isBidirectional": Flag.yes.code,
            ])
    }
}

extension NoticeDefinition {
    static let bidirectionalExitGate = NoticeDefinition(
        "bidirectional_exit_gate", .error, "An exit gate is marked as leading both ways.",
        why: "Riders are sent in through a gate that only opens outwards.",
        fix: "Set `is_bidirectional` to 0, or use another `pathway_mode`.",
        reference: "pathways.txt", "is_bidirectional", "pathway_mode")
}
