import GTFSSchedule

/// The languages of feed and agencies agree, unless the feed is in several (`mul`).
struct FeedLanguageRule: FeedRule {
    static let feedInfoLangAndAgencyLangMismatch = NoticeDefinition(
        "feed_info_lang_and_agency_lang_mismatch", .warning,
        summary: "An `agency_lang` differs from `feed_lang`, and `feed_lang` is not `mul`.",
        why: "Apps and screen readers cannot tell the language of the texts.",
        fix: "Use one language, or set `feed_lang` to `mul` for several languages.",
        reference: "feed_info.txt", fields: "feed_lang",
        rowFiles: ["csvRowNumber": "agency.txt"],
        telling: ["agencyId", "agencyLang", "feedLang"])
    static let notices: [NoticeDefinition] = [feedInfoLangAndAgencyLangMismatch]
    static let inputs = ["agency.txt", "feed_info.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard let feedLang = feed.feedInfo.rows.first?.feedLang.map(LanguageSubtags.init),
            feedLang.tag != "mul"
        else { return }
        for (index, agency) in feed.agency.rows.enumerated() {
            guard let lang = agency.agencyLang.map(LanguageSubtags.init), lang != feedLang else {
                continue
            }
            bin.add(
                Self.feedInfoLangAndAgencyLangMismatch,
                [
                    "csvRowNumber": feed.agency.rowNumbers[index],
                    "agencyId": agency.agencyID?.text ?? "",
                    "agencyName": agency.agencyName ?? "", "agencyLang": lang.tag,
                    "feedLang": feedLang.tag,
                ])
        }
    }
}

struct LanguageSubtags: Hashable {
    /// Such as `en`.
    let language: String
    /// Such as `zh-Hant-TW`.
    let tag: String

    private static let renamed = ["iw": "he", "ji": "yi", "in": "id"]

    init(_ tag: LanguageTag) {
        var parts = tag.text.lowercased().split(separator: "-").map(String.init)
        // An extended language such as zh-yue is a language by itself.
        if parts.count > 1, 2...3 ~= parts[0].utf8.count, parts[1].utf8.count == 3,
            parts[1].utf8.allSatisfy({ 97...122 ~= $0 })
        {
            parts.removeFirst()
        }
        language = parts.first.map { Self.renamed[$0] ?? $0 } ?? ""
        var spelled = [language]
        var isExtension = false
        for part in parts.dropFirst() {
            if part.utf8.count == 1 { isExtension = true }
            switch part.utf8.count {
            case 2 where !isExtension: spelled.append(part.uppercased())
            case 4 where !isExtension && part.utf8.allSatisfy { 97...122 ~= $0 }:
                spelled.append(part.prefix(1).uppercased() + part.dropFirst())
            default: spelled.append(part)
            }
        }
        self.tag = spelled.joined(separator: "-")
    }
}

/// `feed_info.txt` says how to reach the publisher.
struct FeedContactRule: RowRule {
    static let missingFeedContactEmailAndURL = NoticeDefinition(
        "missing_feed_contact_email_and_url", .warning,
        summary: "`feed_info.txt` has neither `feed_contact_email` nor `feed_contact_url`.",
        why: "People who find an error in the feed cannot report it.",
        fix: "Fill in an email address or a web page for such reports.",
        reference: "feed_info.txt", fields: "feed_contact_email", "feed_contact_url")
    static let notices: [NoticeDefinition] = [missingFeedContactEmailAndURL]
    static let fields = ["feed_contact_email", "feed_contact_url"]

    func check(_ info: FeedInfo, in context: RowContext, into bin: NoticeBin) {
        guard info.feedContactEmail == nil, info.feedContactURL == nil else { return }
        bin.add(Self.missingFeedContactEmailAndURL, ["csvRowNumber": context.row])
    }
}

struct AttributionRoleRule: RowRule {
    static let attributionWithoutRole = NoticeDefinition(
        "attribution_without_role", .warning,
        summary:
            "An attribution has none of `is_producer`, `is_operator` and `is_authority` set to 1.",
        why: "Riders cannot tell what the organization has to do with the feed.",
        fix: "Set at least one of the three fields to 1.",
        reference: "attributions.txt", fields: "is_producer", "is_operator", "is_authority")
    static let notices: [NoticeDefinition] = [attributionWithoutRole]
    static let fields = ["is_producer", "is_operator", "is_authority"]

    func check(_ attribution: Attribution, in context: RowContext, into bin: NoticeBin) {
        let roles = [attribution.isProducer, attribution.isOperator, attribution.isAuthority]
        guard !roles.contains(.yes) else { return }
        bin.add(
            Self.attributionWithoutRole,
            [
                "csvRowNumber": context.row,
                "attributionId": attribution.attributionID?.text ?? "",
            ])
    }
}
