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
        .missingRequiredAgencyID, .missingRecommendedField, inconsistentAgencyTimezone,
        inconsistentAgencyLang,
    ]
    static let inputs = ["agency.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        checkIDs(feed.agency, bin)
        guard feed.agency.count > 1 else { return }
        checkTimezones(feed.agency, bin)
        checkLanguages(feed.agency, bin)
    }

    private func checkIDs(_ agencies: LoadedTable<Agency>, _ bin: NoticeBin) {
        for (index, agency) in agencies.rows.enumerated() where agency.agencyID == nil {
            let row = agencies.rowNumbers[index]
            if agencies.count > 1 {
                bin.add(
                    .missingRequiredAgencyID,
                    [
                        "filename": agencies.filename, "csvRowNumber": row,
                        "agencyName": agency.agencyName ?? "",
                    ])
            } else {
                bin.add(
                    .missingRecommendedField,
                    [
                        "filename": agencies.filename, "csvRowNumber": row,
                        "fieldName": "agency_id",
                    ])
            }
        }
    }

    private func checkTimezones(_ agencies: LoadedTable<Agency>, _ bin: NoticeBin) {
        var common: TimezoneName?
        for (index, agency) in agencies.rows.enumerated() {
            guard let timezone = agency.agencyTimezone else { continue }
            let expected = common ?? timezone
            common = expected
            guard timezone != expected else { continue }
            bin.add(
                Self.inconsistentAgencyTimezone,
                [
                    "csvRowNumber": agencies.rowNumbers[index], "expected": expected.text,
                    "actual": timezone.text,
                ])
        }
    }

    private func checkLanguages(_ agencies: LoadedTable<Agency>, _ bin: NoticeBin) {
        var common: LanguageSubtags?
        for (index, agency) in agencies.rows.enumerated() {
            guard let language = agency.agencyLang.map(LanguageSubtags.init) else { continue }
            let expected = common ?? language
            common = expected
            guard language != expected else { continue }
            bin.add(
                Self.inconsistentAgencyLang,
                [
                    "csvRowNumber": agencies.rowNumbers[index], "expected": expected.language,
                    "actual": language.language,
                ])
        }
    }
}

extension NoticeDefinition {
    static let missingRequiredAgencyID = NoticeDefinition(
        "missing_required_agency_id", .error,
        summary: "`agency_id` is empty, although the feed has several agencies.",
        why: "Apps cannot tell which agency the row belongs to.",
        fix: "Fill in `agency_id`.",
        reference: "agency.txt", fields: "agency_id")
}
