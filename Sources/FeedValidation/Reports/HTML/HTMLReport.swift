import GTFSSchedule

/// `report.html`: one page without anything from outside, for screens of any size and for paper.
struct HTMLReport {
    private let report: ValidationReport
    private let context: ReportContext
    private var text = ""

    /// Samples of a code that the page lists; `report.json` has more.
    static let rowLimit = 100

    init(_ report: ValidationReport, _ context: ReportContext) {
        self.report = report
        self.context = context
    }

    /// The page.
    mutating func page() -> String {
        text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        text += "<meta name=\"color-scheme\" content=\"light dark\">\n"
        text += "<title>Validation of \(escaped(report.source))</title>\n"
        text += "<style>\n\(HTMLStyle.css)</style>\n</head>\n<body>\n<main>\n"
        header()
        totals()
        summary()
        text += MapDrawing(report.map).html
        for severity in NoticeSeverity.allCases { notices(severity) }
        footer()
        text += "</main>\n</body>\n</html>\n"
        return text
    }

    private mutating func header() {
        text += "<header>\n<h1>GTFS validation</h1>\n"
        text += "<p class=\"source\">\(escaped(report.source))</p>\n"
        text += "<p class=\"quiet\">Validated \(escaped(context.validatedAt))"
        text += " for \(report.options.date.dashed)"
        if let country = report.options.countryCode { text += ", country \(escaped(country))" }
        text += "</p>\n"
        if let failure = report.readingFailure {
            text += "<p class=\"failure\">The feed could not be read: \(escaped(failure))</p>\n"
        }
        text += "</header>\n"
    }

    private mutating func totals() {
        text += "<section class=\"totals\" aria-label=\"Totals\">\n"
        for severity in NoticeSeverity.allCases {
            let codes = report.groups.count { $0.severity == severity }
            let name = Self.words(severity)
            text += "<a class=\"total \(Self.cssClass(severity))\" href=\"#\(name.plural)\">"
            text += "<strong>\(Self.grouped(report.total(severity)))</strong> "
            text += report.total(severity) == 1 ? name.singular : name.plural
            text += "<span>\(codes) \(codes == 1 ? "code" : "codes")</span></a>\n"
        }
        text += "</section>\n"
    }

    private mutating func summary() {
        let summary = report.summary
        text += "<section class=\"cards\">\n<div class=\"card\"><h2>Feed</h2>\n<dl>\n"
        let info = summary.feedInfo
        pair("Publisher", info?.feedPublisherName)
        link("Web", info?.feedPublisherURL?.text)
        pair("Language", info?.feedLang.map(LanguageName.english))
        pair("Version", info?.feedVersion)
        pair("Valid from", info?.feedStartDate?.dashed)
        pair("Valid until", info?.feedEndDate?.dashed)
        pair("Contact", info?.feedContactEmail?.text)
        if let window = summary.serviceWindow {
            pair("Service", "\(window.lowerBound.dashed) to \(window.upperBound.dashed)")
        }
        if info == nil { pair("feed_info.txt", "missing") }
        text += "</dl>\n</div>\n<div class=\"card\"><h2>Counts</h2>\n<dl>\n"
        for count in summary.counts { pair(count.name, Self.grouped(count.count)) }
        text += "</dl>\n</div>\n<div class=\"card\"><h2>Agencies</h2>\n<ul>\n"
        for agency in summary.agencies.prefix(20) {
            text += "<li>\(anchor(agency.url, agency.name)) <span class=\"quiet\">"
            text += "\(escaped(agency.timezone))</span></li>\n"
        }
        if summary.agencies.count > 20 {
            text += "<li class=\"quiet\">and \(summary.agencies.count - 20) more</li>\n"
        }
        text += "</ul>\n</div>\n</section>\n<section class=\"cards wide\">\n"
        text += "<div class=\"card\"><h2>Features</h2>\n<p class=\"chips\">"
        for feature in summary.features { text += "<span>\(escaped(feature))</span> " }
        text += "</p>\n</div>\n<div class=\"card\"><h2>Files</h2>\n<p class=\"chips\">"
        for file in summary.files { text += "<span>\(escaped(file))</span> " }
        text += "</p>\n</div>\n</section>\n"
    }

    private mutating func notices(_ severity: NoticeSeverity) {
        let groups = report.groups.filter { $0.severity == severity }
        let name = Self.words(severity).plural
        text += "<section id=\"\(name)\">\n<h2>\(name.prefix(1).uppercased() + name.dropFirst())"
        text += " <span class=\"quiet\">\(Self.grouped(report.total(severity)))</span></h2>\n"
        if groups.isEmpty { text += "<p class=\"quiet\">None.</p>\n" }
        for group in groups { notice(group) }
        text += "</section>\n"
    }

    private mutating func notice(_ group: ValidationReport.Group) {
        let definition = group.definition
        text +=
            "<details class=\"\(Self.cssClass(group.severity))\" id=\"\(escaped(group.code))\">\n"
        text += "<summary><code>\(escaped(group.code))</code>"
        text += "<b>\(Self.grouped(group.count))</b>"
        text += "<span>\(marked(definition.summary))</span></summary>\n"
        text += "<p>\(marked(definition.why))</p>\n"
        if let example = definition.example { text += "<pre>\(escaped(example))</pre>\n" }
        text += "<p><em>What to do:</em> \(marked(definition.fix))"
        text += " <a href=\"\(escaped(definition.link))\">Reference</a></p>\n"
        samples(group)
        text += "</details>\n"
    }

    private mutating func samples(_ group: ValidationReport.Group) {
        let shown = group.samples.prefix(Self.rowLimit)
        var names: [String] = []
        for sample in shown {
            for field in sample.fields.fields where !names.contains(field.name) {
                names.append(field.name)
            }
        }
        guard !names.isEmpty else { return }
        text += "<div class=\"table\"><table>\n<thead><tr>"
        for name in names { text += "<th>\(escaped(name))</th>" }
        text += "</tr></thead>\n<tbody>\n"
        for sample in shown {
            text += "<tr>"
            for name in names {
                let value = sample.fields[name]
                let isNumber =
                    switch value {
                    case .integer, .number: true
                    default: false
                    }
                text += isNumber ? "<td class=\"number\">" : "<td>"
                text += escaped(value?.plainText ?? "") + "</td>"
            }
            text += "</tr>\n"
        }
        text += "</tbody>\n</table></div>\n"
        if group.count > shown.count {
            text += "<p class=\"quiet\">\(shown.count) of \(Self.grouped(group.count)) shown"
            text +=
                group.samples.count > shown.count
                ? "; \(escaped(context.reportName)) has \(group.samples.count).</p>\n" : ".</p>\n"
        }
    }

    private mutating func footer() {
        text += "<footer class=\"quiet\"><p>\(escaped(context.validatorVersion)), "
        text += "\(Self.fixed(report.seconds)) s."
        if !report.systemErrors.isEmpty, report.readingFailure == nil {
            text += " The canonical validator ends \(report.systemErrors.count) of its rules with"
            text += " an exception on this feed: see \(escaped(context.systemErrorsName))."
        }
        text += "</p></footer>\n"
    }

    private mutating func pair(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        text += "<dt>\(escaped(name))</dt><dd>\(escaped(value))</dd>\n"
    }

    private mutating func link(_ name: String, _ url: String?) {
        guard let url, !url.isEmpty else { return }
        text += "<dt>\(escaped(name))</dt><dd>\(anchor(url, url))</dd>\n"
    }

    /// A link, if the text is an address of the web; a feed may hold anything else.
    private func anchor(_ url: String, _ title: String) -> String {
        let lower = url.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            return escaped(title)
        }
        return "<a href=\"\(escaped(url))\" rel=\"noopener noreferrer\">\(escaped(title))</a>"
    }

    private func escaped(_ text: String) -> String { XMLText.escaped(text) }

    /// Text of the catalogue, with code between backquotes.
    private func marked(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
            $0.offset % 2 == 1
                ? "<code>\(escaped(String($0.element)))</code>" : escaped(String($0.element))
        }.joined()
    }

    static func cssClass(_ severity: NoticeSeverity) -> String {
        severity.rawValue.lowercased()
    }

    private static func words(_ severity: NoticeSeverity) -> (singular: String, plural: String) {
        switch severity {
        case .error: ("error", "errors")
        case .warning: ("warning", "warnings")
        case .info: ("info", "infos")
        }
    }

    /// 1234567 as `1,234,567`.
    static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }

    /// Two digits after the point.
    private static func fixed(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension ValidationReport {
    /// `report.html`.
    public func html(_ context: ReportContext) -> String {
        var page = HTMLReport(self, context)
        return page.page()
    }
}
