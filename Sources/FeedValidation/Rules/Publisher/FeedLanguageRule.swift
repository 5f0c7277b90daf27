import GTFSSchedule

/// The languages of feed and agencies agree, unless the feed is in several (`mul`).
struct FeedLanguageRule: FeedRule {
    static let notices: [NoticeDefinition] = [.feedInfoLangAndAgencyLangMismatch]
    static let inputs = ["agency.txt", "feed_info.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard let feedLang = feed.feedInfo.rows.first?.feedLang.map(LanguageSubtags.init),
            feedLang.tag != "mul"
        else { return }
        for (index, agency) in feed.agency.rows.enumerated() {
            guard let lang = agency.agencyLang.map(LanguageSubtags.init), lang != feedLang else {
                continue
            }
            bin.add(
                .feedInfoLangAndAgencyLangMismatch,
                [
                    "csvRowNumber": feed.agency.rowNumbers[index],
                    "agencyId": agency.agencyID?.text ?? "",
                    "agencyName": agency.agencyName ?? "", "agencyLang": lang.tag,
                    "feedLang": feedLang.tag,
                ])
        }
    }
}

extension NoticeDefinition {
    static let feedInfoLangAndAgencyLangMismatch = NoticeDefinition(
        "feed_info_lang_and_agency_lang_mismatch", .warning,
        "An `agency_lang` differs from `feed_lang`, which is not `mul`.",
        why: "Readers cannot tell in which language texts are written.",
        fix: "Use one language, or `mul` for a feed in several.",
        reference: "feed_info.txt", "feed_lang")
}
