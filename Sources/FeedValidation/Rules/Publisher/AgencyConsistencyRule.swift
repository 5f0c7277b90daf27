import GTFSSchedule

struct AgencyConsistencyRule: FeedRule {
    static let inconsistentAgencyTimezone = NoticeDefinition(
        "inconsistent_agency_timezone", .error,
        summary: "Agencies of the feed have different time zones in `agency_timezone`.",
        why: "Apps read all times in one time zone, so some times are hours off.",
        fix: "Use one time zone, or publish a feed for each.",
        reference: "agency.txt", fields: "agency_timezone")
    static let inconsistentAgencyLang = NoticeDefinition(
        "inconsistent_agency_lang", .warning,
        summary: "Agencies of the feed have different languages in `agency_lang`.",
        why: "Apps and screen readers cannot tell the language of the texts.",
        fix: "Use one language for all agencies, and put other languages into `translations.txt`.",
        reference: "agency.txt", fields: "agency_lang")
    static let notices: [NoticeDefinition] = [
        inconsistentAgencyTimezone, inconsistentAgencyLang,
    ]
    static let inputs = ["agency.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.agency.count > 1 else { return }
        checkAgreement(
            of: feed.agency.rows.map(\.agencyTimezone), text: \.text,
            Self.inconsistentAgencyTimezone, feed.agency, bin)
        checkAgreement(
            of: feed.agency.rows.map { $0.agencyLang.map(LanguageSubtags.init) }, text: \.language,
            Self.inconsistentAgencyLang, feed.agency, bin)
    }

    /// The first value is that which is expected.
    private func checkAgreement<Value: Equatable>(
        of values: [Value?], text: (Value) -> String, _ definition: NoticeDefinition,
        _ agencies: LoadedTable<Agency>, _ bin: NoticeBin
    ) {
        guard let expected = values.lazy.compactMap({ $0 }).first else { return }
        for (index, value) in values.enumerated() {
            guard let value, value != expected else { continue }
            bin.add(
                definition,
                [
                    "csvRowNumber": agencies.rowNumbers[index], "expected": text(expected),
                    "actual": text(value),
                ])
        }
    }
}

/// Rows name their agency, and agencies have an id: they must when there are several, and should in
/// any case.
struct AgencyReferenceRule<Row: FeedRow>: FeedRule {
    static var notices: [NoticeDefinition] { [.missingRequiredAgencyID, .missingRecommendedField] }
    static var inputs: [String] { [Agency.file.name, Row.file.name] }

    private let find: @Sendable (LoadedFeed, NoticeBin) -> Void

    /// - Parameter name: shown in notices; nil for rows that only refer to an agency.
    init(
        _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        name: @escaping @Sendable (Row) -> String? = { _ in nil }
    ) {
        // A closure, because it is compiled for each type of row.
        find = { feed, bin in
            guard feed.agency.count > 0 else { return }
            let loaded = table(feed)
            let agencyID = FieldText<Row>("agency_id")
            for index in loaded.rows.indices where agencyID(loaded.rows[index]) == nil {
                let row = loaded.rowNumbers[index]
                if feed.agency.count > 1 {
                    bin.add(
                        .missingRequiredAgencyID,
                        [
                            "filename": loaded.filename, "csvRowNumber": row,
                            "agencyName": name(loaded.rows[index]),
                        ])
                } else {
                    bin.add(
                        .missingRecommendedField, field: "agency_id", of: loaded.filename, row: row)
                }
            }
        }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) { find(feed, bin) }
}

extension NoticeDefinition {
    static let missingRequiredAgencyID = NoticeDefinition(
        "missing_required_agency_id", .error,
        summary: "`agency_id` is empty, although the feed has several agencies.",
        why: "Apps cannot tell which agency the row belongs to.",
        fix: "Fill in `agency_id`.",
        reference: "agency.txt", fields: "agency_id")
}
