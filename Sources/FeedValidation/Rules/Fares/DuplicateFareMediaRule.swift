import GTFSSchedule

/// Fare media differ in name or type.
struct DuplicateFareMediaRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateFareMedia]
    static let inputs = ["fare_media.txt"]

    private struct Key: Hashable {
        // An identifier, for it compares bytes.
        let name: Identifier<Key>
        let type: Int

        init(_ medium: FareMedium, _ isCanonical: Bool) {
            name = Identifier(medium.fareMediaName ?? "")
            let code = medium.fareMediaType ?? .none
            type = isCanonical ? CanonicalName.number(code) : code.code
        }
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let media = feed.fareMedia
        var first: [Key: Int] = [:]
        for (index, medium) in media.rows.enumerated() {
            let key = Key(medium, feed.options.isCanonical)
            guard let known = first[key] else {
                first[key] = index
                continue
            }
            bin.add(
                .duplicateFareMedia,
                [
                    "csvRowNumber1": media.rowNumbers[known],
                    "fareMediaId1": media[known].fareMediaID?.text ?? "",
                    "csvRowNumber2": media.rowNumbers[index],
                    "fareMediaId2": medium.fareMediaID?.text ?? "",
                ])
        }
    }
}

extension NoticeDefinition {
    static let duplicateFareMedia = NoticeDefinition(
        "duplicate_fare_media", .warning, "Two fare media have the same name and type.",
        why: "Riders cannot tell them apart.",
        fix: "Join them, or name them differently.",
        reference: "fare_media.txt", "fare_media_name", "fare_media_type")
}
