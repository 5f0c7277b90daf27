import GTFSSchedule

/// `report.json` and `system_errors.json`, in the shape of the canonical validator. Each code has
/// more keys: `summary`, `fix` and `reference`, so that readers know what to do, and `causes`. The
/// first two are text with code between backquotes. The report begins with what riders lose, and
/// tells what the feed serves; neither these nor causes are given under `--compat canonical`.
extension ValidationReport {
    /// Returns the content of `report.json`.
    ///
    /// ```swift
    /// let context = ReportContext(
    ///     validatorVersion: "acme 1.0", validatedAt: "2026-11-21T08:00:00+11:00")
    /// let json = report.json(context)
    /// ```
    public func json(_ context: ReportContext) -> String {
        var writer = JSONWriter(isPretty: context.isPretty)
        writer.object { writer in
            writer.object("summary") { write(context, &$0) }
            writer.array("notices", of: groups) { writer, group in
                writer.object { write(group, &$0) }
            }
        }
        return writer.text + "\n"
    }

    /// Returns the content of `system_errors.json`.
    package func systemErrorsJSON(_ context: ReportContext) -> String {
        var writer = JSONWriter(isPretty: context.isPretty)
        writer.object { writer in
            writer.array("notices", of: Set(systemErrors.map(\.code)).sorted()) { writer, code in
                writer.object { writeErrors(code, &$0) }
            }
        }
        return writer.text + "\n"
    }

    private func writeErrors(_ code: String, _ writer: inout JSONWriter) {
        let errors = systemErrors.filter { $0.code == code }
        writer.member("code", code)
        writer.member("severity", NoticeSeverity.error.rawValue)
        writer.member("totalNotices", errors.count)
        writeSamples(errors.map(\.fields), &writer)
    }

    private func writeSamples(_ samples: [NoticeFields], _ writer: inout JSONWriter) {
        writer.array("sampleNotices", of: samples) { writer, fields in
            writer.object { writer in
                for field in fields.fields { writer.member(field.name, field.value) }
            }
        }
    }

    private func write(_ context: ReportContext, _ writer: inout JSONWriter) {
        // A file that begins so is known as a report, and may be replaced by one.
        writer.member("validatorVersion", context.validatorVersion)
        if summary.service != nil, messages == nil {
            writer.array("losses", of: losses) { writer, loss in
                writer.object { writer in
                    writer.member("text", loss.text)
                    writer.member("code", loss.code)
                }
            }
        }
        writer.member("validatedAt", context.validatedAt)
        writer.member("gtfsInput", source)
        writer.member("threads", context.threads)
        if let output = context.outputDirectory {
            writer.member("outputDirectory", output)
            writer.member("systemErrorsReportName", context.systemErrorsName)
            writer.member("validationReportName", context.reportName)
            writer.member("htmlReportName", context.htmlName)
        }
        if let messages {
            writer.member("validationTimeSeconds", seconds)
            writer.object("realtime") { writer in
                for fact in messages.facts { writer.member(fact.name, fact.value) }
            }
        } else {
            writeFeed(&writer)
        }
    }

    private func writeFeed(_ writer: inout JSONWriter) {
        writer.member("countryCode", options.countryCode?.uppercased() ?? "ZZ")
        writer.member("dateForValidation", options.date.dashed)
        writer.object("feedInfo") { writeFeedInfo(&$0) }
        if let service = summary.service { writer.object("service") { write(service, &$0) } }
        writer.array("agencies", of: summary.agencies) { writer, agency in
            writer.object { writer in
                writer.member("name", agency.name)
                writer.member("url", agency.url)
                writer.member("phone", agency.phone)
                writer.member("email", agency.email)
                writer.member("timezone", agency.timezone)
            }
        }
        writer.member("files", summary.files)
        writer.member("validationTimeSeconds", seconds)
        writer.object("counts") { writer in
            for count in summary.counts { writer.member(count.name, count.count) }
        }
        writer.member("gtfsFeatures", summary.features)
    }

    private func write(_ service: FeedService, _ writer: inout JSONWriter) {
        writer.member("daysLeft", service.daysLeft)
        writer.member("daysWithoutService", service.daysWithoutService)
        writer.member("gapCount", service.gapCount)
        writer.array("gaps", of: service.gaps) { writer, gap in
            writer.object { writer in
                writer.member("startDate", gap.lowerBound.dashed)
                writer.member("endDate", gap.upperBound.dashed)
            }
        }
        writer.member("routesWithoutTripsCount", service.routesWithoutTripsCount)
        writer.member("routesWithoutTrips", service.routesWithoutTrips)
    }

    private func writeFeedInfo(_ writer: inout JSONWriter) {
        let info = summary.feedInfo
        writer.member("publisherName", info?.feedPublisherName ?? "")
        writer.member("publisherUrl", info?.feedPublisherURL?.text ?? "")
        writer.member("feedLanguage", info?.feedLang.map(LanguageName.english) ?? "")
        if let info {
            let columns = summary.feedInfoColumns
            for (member, column, date) in [
                ("feedStartDate", "feed_start_date", info.feedStartDate),
                ("feedEndDate", "feed_end_date", info.feedEndDate),
            ] where columns.has(column) {
                // A day that stands for no day in the canonical validator.
                writer.member(member, date?.dayNumber == 0 ? "" : date?.dashed ?? "")
            }
        }
        writer.member("feedEmail", info?.feedContactEmail?.text ?? "")
        guard summary.hasService else { return }
        writer.member("feedServiceWindowStart", summary.serviceWindow?.lowerBound.dashed ?? "")
        writer.member("feedServiceWindowEnd", summary.serviceWindow?.upperBound.dashed ?? "")
    }

    private func write(_ group: Group, _ writer: inout JSONWriter) {
        writer.member("code", group.code)
        writer.member("severity", group.severity.rawValue)
        writer.member("totalNotices", group.count)
        writer.member("summary", group.definition.summary)
        if !group.definition.fix.isEmpty { writer.member("fix", group.definition.fix) }
        writer.member("reference", group.definition.link)
        if !group.causes.isEmpty {
            writer.array("causes", of: group.causes) { writer, cause in
                writer.object { write(cause, &$0) }
            }
        }
        writeSamples(group.samples.map(\.fields), &writer)
    }

    private func write(_ cause: Cause, _ writer: inout JSONWriter) {
        writer.member("text", cause.text)
        writer.member("count", cause.count)
        writer.member("rows", cause.rows)
        writer.member("file", cause.file)
        writer.member("field", cause.field)
        if !cause.stopIDs.isEmpty { writer.member("stopIds", cause.stopIDs) }
    }
}

extension ServiceDate {
    /// The date as `YYYY-MM-DD`.
    var dashed: String {
        let digits = description
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }
}
