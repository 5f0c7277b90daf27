import FeedReading
import WebPages

struct NoticeCard {
    let group: ValidationReport.Group
    var table: NoticeTable
    private let reportName: String

    private static let openLimit = 3
    private static let causeLimit = 20

    init(_ group: ValidationReport.Group, limit: Int, reportName: String) {
        self.group = group
        self.reportName = reportName
        table = NoticeTable(group, limit: limit)
    }

    /// Those that matter most come first: by severity, then by number; codes with nothing new are
    /// last.
    static func all(of report: ValidationReport, reportName: String) -> [NoticeCard] {
        func rank(_ group: ValidationReport.Group) -> (Int, Int, Int, String) {
            (group.severity.rank, group.newCount > 0 ? 0 : 1, -group.count, group.code)
        }
        let groups = report.groups.sorted { rank($0) < rank($1) }
        let limit = rowLimit(groups.map(\.samples.count))
        return groups.map { NoticeCard($0, limit: limit, reportName: reportName) }
    }

    /// All together are not too many for a page: codes with few leave their share to others.
    static func rowLimit(_ counts: [Int]) -> Int {
        var room = pageRows
        for (index, count) in counts.sorted().enumerated() {
            let share = room / (counts.count - index)
            guard count <= share else { return share }
            room -= count
        }
        return pageRows
    }

    private static let pageRows = 3000

    var html: HTML {
        let definition = group.definition
        let mark: HTML? = group.comparison.map { comparison in
            let words =
                switch comparison.newCount {
                case 0: "known"
                case group.count: "new"
                default: "\(Figures.grouped(comparison.newCount)) new"
                }
            return " <em>\(words)</em>"
        }
        let why: HTML? =
            definition.why.isEmpty
            ? nil : "<dt>Why it matters</dt><dd>\(HTML.withCode(definition.why))</dd>\n"
        let kind = "\(group.severity.level())\(group.newCount == 0 ? " known" : "")"
        return """
            <section class="code \(kind)" id="\(group.code)">
            <h3><code>\(group.code)</code> <b>\(Figures.grouped(group.count))\(mark)</b></h3>
            <p>\(HTML.withCode(definition.summary))</p>
            <dl>
            \(why)<dt>What to do</dt><dd>\(HTML.withCode(definition.fix)) \
            <a href="\(definition.link)">Reference</a></dd>
            </dl>
            \(causes)\(notices ?? example)</section>

            """
    }

    private var causes: HTML? {
        guard group.causes.count > 1 || group.causes.contains(where: \.isTelling) else {
            return nil
        }
        let shown = group.causes.prefix(Self.causeLimit)
        let left = group.count - shown.reduce(0) { $0 + $1.count }
        let rest: HTML? = left > 0 ? "<li>and \(Figures.count(left, "other"))</li>\n" : nil
        let lines = shown.map { cause -> HTML in
            "<li><bdi>\(cause.text(Figures.grouped))</bdi></li>\n"
        }
        return "<ul>\n\(lines)\(rest)</ul>\n"
    }

    private var notices: HTML? {
        guard let rows = table.html else { return nil }
        let shown = table.rows.count
        let isOpen = group.count <= Self.openLimit
        let title =
            shown < group.count
            ? "First \(Figures.grouped(shown)) of \(Figures.count(group.count, "notice"))"
            : Figures.count(shown, "notice")
        let more: HTML? =
            shown < group.samples.count
            ? """
            <p class="quiet">\(reportName) has \(Figures.grouped(group.samples.count)).</p>

            """ : nil
        return """
            <details\(isOpen ? " open" : "")><summary>\(title)</summary>
            \(more)<button type="button" class="csv noprint" hidden>CSV</button>
            <div class="scroll" role="region" tabindex="0" aria-label="\(group.code)">
            \(rows)
            </div>
            \(example)</details>

            """
    }

    private var example: HTML? {
        group.definition.example.map { example in
            """
            <details class="example"><summary>Example, not from this feed</summary>
            <pre>\(example)</pre>
            </details>

            """
        }
    }
}
