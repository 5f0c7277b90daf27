import GTFSSchedule

/// A pathway leads somewhere else.
struct PathwayLoopRule: RowRule {
    static let notices: [NoticeDefinition] = [.pathwayLoop]

    func check(_ pathway: Pathway, _ context: RowContext, _ bin: NoticeBin) {
        guard let from = pathway.fromStopID, from == pathway.toStopID else { return }
        bin.add(
            .pathwayLoop,
            [
                "csvRowNumber": context.row, "pathwayId": pathway.pathwayID?.text ?? "",
                "stopId": from,
            ])
    }
}

extension NoticeDefinition {
    static let pathwayLoop = NoticeDefinition(
        "pathway_loop", .warning, "A pathway begins and ends at the same place.",
        why: "It leads nowhere; probably one of the ends is wrong.",
        fix: "Correct `from_stop_id` or `to_stop_id`, or remove the row.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id")
}
