import Foundation
import GTFSSchedule
import WebPages

package struct ReportIndex {
    private let entries: [(report: ValidationReport, path: String)]
    private let context: ReportContext

    /// The paths of the pages are relative to the index.
    package init(_ entries: [(report: ValidationReport, path: String)], _ context: ReportContext) {
        self.entries = entries
        self.context = context
    }

    package var html: String {
        let title = "Validation of \(Figures.count(entries.count, "feed"))"
        let ordered = entries.enumerated().sorted { Self.rank($0) < Self.rank($1) }.map(\.element)
        let date = entries.first.map { " for \($0.report.options.date.words)" } ?? ""
        return FilePage(
            title: title, style: HTMLReport.style,
            body: """
                <p class="kind">GTFS validation</p>
                <h1>\(title)</h1>
                <p class="quiet">Validated \(context.shownTime)\(date)</p>
                <div class="scroll" role="region" tabindex="0" aria-label="Feeds">
                <table>
                <thead><tr><th scope="col">feed</th><th scope="col">service</th>\
                <th scope="col" class="number">errors</th><th scope="col" class="number">warnings</th>\
                <th scope="col" class="number">infos</th></tr></thead>
                <tbody>
                \(ordered.map { Self.row($0.report, path: $0.path) })</tbody>
                </table>
                </div>
                <footer class="quiet"><p>\(context.validatorVersion)</p></footer>

                """
        ).document.text
    }

    /// Feeds that cannot be read first, then by number of errors, then of warnings.
    private static func rank(
        _ entry: EnumeratedSequence<[(report: ValidationReport, path: String)]>.Element
    ) -> (Int, Int, Int, Int) {
        let report = entry.element.report
        return (
            report.readingFailure == nil ? 1 : 0, -report.total(.error), -report.total(.warning),
            entry.offset
        )
    }

    private static func row(_ report: ValidationReport, path: String) -> HTML {
        let name = path.split(separator: "/").first.map(String.init) ?? path
        let address = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        let publisher: HTML? =
            report.readingFailure == nil
            ? "<br><span class=\"quiet\"><bdi>\(report.title)</bdi></span>" : nil
        let facts: HTML =
            if let failure = report.readingFailure {
                "<td colspan=\"4\"><span class=\"error\">Could not be read:</span> \(failure)</td>"
            } else {
                """
                <td>\(report.summary.serviceWindow?.words(on: report.options.date) ?? "no day")</td>\
                \(NoticeSeverity.allCases.map { total($0, report) })
                """
            }
        return """
            <tr><th scope="row"><a href="./\(address)"><bdi>\(name)</bdi></a>\(publisher)</th>\
            \(facts)</tr>

            """
    }

    private static func total(_ severity: NoticeSeverity, _ report: ValidationReport) -> HTML {
        let groups = report.groups.filter { $0.severity == severity }
        let new: HTML? = HTMLReport.newWords(groups).map {
            "<br><span class=\"quiet\">\($0)</span>"
        }
        let kind = report.total(severity) > 0 ? severity.level() : "quiet"
        return """
            <td class="number"><span class="\(kind)">\(Figures.grouped(report.total(severity)))</span>\
            \(new)</td>
            """
    }
}
