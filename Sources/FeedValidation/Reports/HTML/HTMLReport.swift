import GTFSSchedule
import SystemLayer
import WebPages

/// `report.html`: one self-contained page, for screens of any size and for paper.
struct HTMLReport {
    private let report: ValidationReport
    private let context: ReportContext

    /// Samples of a code that the page lists; `report.json` has more.
    static let rowLimit = 100

    init(_ report: ValidationReport, _ context: ReportContext) {
        self.report = report
        self.context = context
    }

    /// The page: first the findings, then where they are, then the content of the feed.
    var page: HTML {
        let map = map
        let body: HTML = """
            \(header)\(totals)\(NoticeSeverity.allCases.map(notices))\(map)\(summary)\(footer)
            """
        return FilePage(
            title: "Validation of \(report.source)", style: HTMLStyle.css, body: body,
            hasMap: map != nil
        ).document
    }

    private var header: HTML {
        let country: HTML? = report.options.countryCode.map { ", country \($0)" }
        let failure: HTML? = report.readingFailure.map {
            "<p class=\"failure\">The feed could not be read: \($0)</p>\n"
        }
        return """
            <header>
            <h1>GTFS validation</h1>
            <p class="source"><bdi>\(report.source)</bdi></p>
            <p class="quiet">Validated \(context.validatedAt) for \(report.options.date.dashed)\(country)</p>
            \(failure)</header>

            """
    }

    private var totals: HTML {
        let totals = NoticeSeverity.allCases.map { severity -> HTML in
            let groups = report.groups.filter { $0.severity == severity }
            let codes = groups.count
            let name = Self.words(severity)
            let total = report.total(severity)
            let new: HTML? =
                groups.contains { $0.comparison != nil }
                ? ", \(Self.grouped(groups.reduce(0) { $0 + $1.newCount })) new" : nil
            return """
                <a class="total \(Self.cssClass(severity))" href="#\(name.plural)">\
                <strong>\(Self.grouped(total))</strong> \(total == 1 ? name.singular : name.plural)\
                <span>\(Quantity.count(codes, "code"))\(new)</span></a>

                """
        }
        return "<section class=\"totals\" aria-label=\"Totals\">\n\(totals)</section>\n"
    }

    // MARK: Notices

    private func notices(_ severity: NoticeSeverity) -> HTML {
        let groups = report.groups.filter { $0.severity == severity }
        let name = Self.words(severity).plural
        let none: HTML? = groups.isEmpty ? "<p class=\"quiet\">None.</p>\n" : nil
        return """
            <section id="\(name)">
            <h2>\(name.prefix(1).uppercased() + name.dropFirst()) \
            <span class="quiet">\(Self.grouped(report.total(severity)))</span></h2>
            \(none)\(groups.map(notice))</section>

            """
    }

    private func notice(_ group: ValidationReport.Group) -> HTML {
        let definition = group.definition
        let example: HTML? = definition.example.map { "<pre>\($0)</pre>\n" }
        let mark: HTML? = group.comparison.map { comparison in
            let words =
                comparison.newCount == 0
                ? "known" : "\(Self.grouped(comparison.newCount)) new"
            return " <em>\(words)</em>"
        }
        return """
            <details class="\(Self.cssClass(group.severity))" id="\(group.code)">
            <summary><code>\(group.code)</code><b>\(Self.grouped(group.count))\(mark)</b>\
            <span>\(HTML.withCode(definition.summary))</span></summary>
            <p>\(HTML.withCode(definition.why))</p>
            \(example)<p><em>What to do:</em> \(HTML.withCode(definition.fix)) \
            <a href="\(definition.link)">Reference</a></p>
            \(samples(group))</details>

            """
    }

    private func samples(_ group: ValidationReport.Group) -> HTML? {
        let shown = group.samples.prefix(Self.rowLimit)
        var names: [String] = []
        for sample in shown {
            for field in sample.values where !names.contains(field.name) {
                names.append(field.name)
            }
        }
        guard shown.contains(where: { !$0.fields.fields.isEmpty }) else { return nil }
        let heads = (["place"] + names).map { "<th scope=\"col\">\($0)</th>" as HTML }
        let mark: HTML? = group.comparison.map { _ in "<th scope=\"col\">baseline</th>" }
        let rows = shown.enumerated().map { index, sample -> HTML in
            let isNew = group.comparison?.areNew[index]
            let state: HTML? = isNew.map { "<td>\($0 ? "new" : "known")</td>" }
            let kind: HTML? = isNew == false ? " class=\"known\"" : nil
            let places = sample.places.map(\.text).joined(separator: ", ")
            let cells = names.map { name -> HTML in
                let value = sample.fields[name]
                let isNumber =
                    switch value {
                    case .integer, .number: true
                    default: false
                    }
                return "<td\(isNumber ? " class=\"number\"" : "")>\(value?.plainText ?? "")</td>"
            }
            return "<tr\(kind)>\(state)<td>\(places)</td>\(cells)</tr>\n"
        }
        let more =
            group.samples.count > shown.count
            ? "; \(context.reportName) has \(group.samples.count)" : ""
        let rest: HTML? =
            group.count > shown.count
            ? "<p class=\"quiet\">\(shown.count) of \(Self.grouped(group.count)) shown\(more).</p>\n"
            : nil
        return """
            <div class="table" role="region" tabindex="0" aria-label="\(group.code)"><table>
            <thead><tr>\(mark)\(heads)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>
            \(rest)
            """
    }

    // MARK: Map

    private var map: HTML? {
        let map = report.map
        let drawing = FilePage.map(map.content, label: "Map of the located notices")
        guard let drawing else { return nil }
        let shown = map.content.marks.count
        let marked =
            shown < map.places
            ? "\(Self.grouped(shown)) of \(Self.grouped(map.places)) places"
            : Quantity.count(shown, "place")
        return """
            <h2>Map <span class="quiet">\(marked) from the samples\
            \(map.isCut ? "; some lines are left out" : "")</span></h2>
            \(drawing)
            """
    }

    // MARK: The feed

    private var summary: HTML {
        let summary = report.summary
        let info = summary.feedInfo
        let window = summary.serviceWindow.map {
            "\($0.lowerBound.dashed) to \($0.upperBound.dashed)"
        }
        let pairs: [HTML?] = [
            Self.pair("Publisher", info?.feedPublisherName),
            Self.link("Web", info?.feedPublisherURL?.text),
            Self.pair("Language", info?.feedLang.map(LanguageName.english)),
            Self.pair("Version", info?.feedVersion),
            Self.pair("Valid from", info?.feedStartDate?.dashed),
            Self.pair("Valid until", info?.feedEndDate?.dashed),
            Self.pair("Contact", info?.feedContactEmail?.text), Self.pair("Service", window),
            info == nil ? Self.pair("feed_info.txt", "missing") : nil,
        ]
        let counts = summary.counts.compactMap { Self.pair($0.name, Self.grouped($0.count)) }
        let agencies = summary.agencies.prefix(20).map { agency -> HTML in
            """
            <li>\(Self.anchor(agency.url, agency.name)) \
            <span class="quiet">\(agency.timezone)</span></li>

            """
        }
        let more: HTML? =
            summary.agencies.count > 20
            ? "<li class=\"quiet\">and \(summary.agencies.count - 20) more</li>\n" : nil
        return """
            <section class="cards">
            <div class="card"><h2>Feed</h2>
            <dl>
            \(pairs.compactMap { $0 })</dl>
            </div>
            <div class="card"><h2>Counts</h2>
            <dl>
            \(counts)</dl>
            </div>
            <div class="card"><h2>Agencies</h2>
            <ul>
            \(agencies)\(more)</ul>
            </div>
            </section>
            <section class="cards wide">
            <div class="card"><h2>Features</h2>
            <p class="chips">\(summary.features.map { "<span>\($0)</span> " as HTML })</p>
            </div>
            <div class="card"><h2>Files</h2>
            <p class="chips">\(summary.files.map { "<span>\($0)</span> " as HTML })</p>
            </div>
            </section>

            """
    }

    private var footer: HTML {
        let tired = report.silentRuleCount
        let ended = report.systemErrors.count - tired
        let errors: HTML? =
            ended == 0 || report.readingFailure != nil
            ? nil
            : """
             \(ended) of the canonical validator's rules \(ended == 1 ? "ends" : "end") with an \
            exception on this feed: see \(context.systemErrorsName).
            """
        let silent: HTML? =
            tired == 0
            ? nil
            : """
             \(tired) \(tired == 1 ? "rule" : "rules") with billions of pairs to compare gave up: \
            see \(context.systemErrorsName).
            """
        return """
            <footer class="quiet"><p>\(context.validatorVersion), \(Self.fixed(report.seconds)) s.\
            \(errors)\(silent)</p></footer>

            """
    }

    // MARK: Words

    private static func pair(_ name: String, _ value: String?) -> HTML? {
        guard let value, !value.isEmpty else { return nil }
        return "<dt>\(name)</dt><dd>\(value)</dd>\n"
    }

    private static func link(_ name: String, _ url: String?) -> HTML? {
        guard let url, !url.isEmpty else { return nil }
        return "<dt>\(name)</dt><dd>\(anchor(url, url))</dd>\n"
    }

    /// A link, if the text is a web address; a feed may contain anything else.
    private static func anchor(_ url: String, _ title: String) -> HTML {
        let lower = url.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return "\(title)" }
        return "<a href=\"\(url)\" rel=\"noopener noreferrer\">\(title)</a>"
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
        HTMLReport(self, context).page.text
    }
}

/// The style of `report.html` beyond what all pages share.
enum HTMLStyle {
    static let css = """
        body { font-size: .9375rem; }
        main { max-width: 1080px; margin: 0 auto; padding: 1rem; }
        section { margin: 1.4rem 0; } section > h2 { margin-top: 0; }
        h2 .quiet { font-weight: 400; } header .quiet { margin: 0; }
        .failure { border-inline-start: 5px solid var(--error); padding: .4rem .8rem;
          background: var(--card); }
        .source { font-weight: 600; margin: .2rem 0; overflow-wrap: anywhere; }
        .error { --side: var(--error); } .warning { --side: var(--warning); }
        .info { --side: var(--info); }
        .totals { display: grid; grid-template-columns: repeat(3, 1fr); gap: .6rem; }
        .total { display: block; padding: .7rem .8rem; border-radius: 8px; background: var(--card);
          border-inline-start: 5px solid var(--side); color: inherit; text-decoration: none; }
        .total strong { display: block; font-size: 1.5rem; line-height: 1.15; color: inherit; }
        .total span { display: block; color: var(--quiet); font-size: .85rem; }
        .cards.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
          margin-top: -.8rem; }
        .card h2 { font-size: 1.05rem; } .card ul { padding-inline-start: 1.1rem; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; }
        dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        .chips span { border: 1px solid var(--line); border-radius: 10px; padding: 0 .5rem;
          font-size: .85rem; }
        details { border: 1px solid var(--line); border-inline-start: 5px solid var(--side);
          border-radius: 8px; margin: .5rem 0; padding: 0 .8rem; }
        details:target { outline: 3px solid var(--accent); }
        summary { padding: .6rem 0 .6rem 1.1rem; display: grid; gap: 0 .8rem;
          grid-template-columns: 1fr auto; align-items: baseline; list-style: none;
          position: relative; }
        summary::-webkit-details-marker { display: none; }
        summary::before { content: "\\25B8"; position: absolute; left: 0; top: .6rem;
          color: var(--quiet); }
        details[open] > summary::before { content: "\\25BE"; }
        summary > code { font-weight: 600; overflow-wrap: anywhere; }
        summary > span { grid-column: 1 / -1; color: var(--quiet); }
        summary em { font-weight: 400; color: var(--quiet); } tr.known { color: var(--quiet); }
        details p { margin: .3rem 0 .6rem; }
        .table { overflow-x: auto; margin: .4rem 0 .8rem; }
        table { width: auto; font-size: .85rem; }
        th, td { white-space: nowrap; max-width: 28rem; overflow: hidden; text-overflow: ellipsis; }
        @media print { .total, .card { border: 1px solid #bbb; }
          details { break-inside: avoid; } details:not([open]) > * { display: block; }
          .table { overflow: visible; } pre { white-space: pre-wrap; }
          th, td { white-space: normal; overflow-wrap: anywhere; } }

        """
}
