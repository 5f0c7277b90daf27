import FeedValidation
import SystemLayer

extension ReportOptions {
    func context(folder: String?, threads: Int = 1) -> ReportContext {
        var context = ReportContext(
            validatorVersion: Tool.userAgent, validatedAt: LocalClock.timestamp)
        context.threads = threads
        context.isPretty = pretty
        context.outputDirectory = folder
        context.reportName = validationReportName
        context.htmlName = htmlReportName
        context.systemErrorsName = systemErrorsReportName
        return context
    }

    func write(
        _ report: ValidationReport, _ context: ReportContext, failing: Set<NoticeSeverity>
    ) throws {
        if let folder = context.outputDirectory {
            try Folder.make(folder)
            try write(report.json(context), to: folder + "/" + context.reportName, .report)
            try write(report.html(context), to: folder + "/" + context.htmlName, .page)
            try write(
                report.systemErrorsJSON(context), to: folder + "/" + context.systemErrorsName,
                .systemErrors)
        }
        if let sarif { try write(report.sarif(context), to: sarif, .sarif) }
        if let junit { try write(report.junit(failing: failing), to: junit, .junit) }
    }

    private func write(_ text: String, to path: String, _ own: Replaceable) throws {
        try WholeFile.write(text.utf8, to: path, replacing: place.replacing(own))
    }
}
