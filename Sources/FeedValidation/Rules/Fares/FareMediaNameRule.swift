import GTFSSchedule

/// Cards and apps should have the name that riders know.
struct FareMediaNameRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedField]

    func check(_ medium: FareMedium, _ context: RowContext, _ bin: NoticeBin) {
        guard medium.fareMediaName == nil,
            medium.fareMediaType == .transitCard || medium.fareMediaType == .mobileApp
        else { return }
        bin.add(
            .missingRecommendedField,
            [
                "filename": FareMedium.file.name, "csvRowNumber": context.row,
                "fieldName": "fare_media_name",
            ])
    }
}
