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

    /// - Parameter text: what precedes a summary for people.
    func print(
        _ report: ValidationReport, _ context: ReportContext, _ reporting: ReportingOptions,
        after text: String = ""
    ) throws {
        if stdout {
            try StandardOutput.write(data: report.json(context))
        } else if github {
            try StandardOutput.write(report.gitHubAnnotations(context))
        } else if !reporting.quiet {
            let summary = ValidationSummary(report, context)
            switch reporting.logFormat {
            case .text: try StandardOutput.write(text + summary.text)
            case .json: try StandardOutput.write(data: summary.json + "\n")
            }
        }
    }

    private func write(_ text: String, to path: String, _ own: Replaceable) throws {
        try WholeFile.write(text.utf8, to: path, replacing: place.replacing(own))
    }
}
