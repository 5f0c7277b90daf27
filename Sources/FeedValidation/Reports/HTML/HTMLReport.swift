import FeedReading
import GTFSSchedule
import SystemLayer
import WebPages

/// One self-contained page, for screens of any size and for paper.
struct HTMLReport {
    private let report: ValidationReport
    private let context: ReportContext
    private let cards: [NoticeCard]
    private let map: HTML?

    init(_ report: ValidationReport, _ context: ReportContext) {
        self.report = report
        self.context = context
        var cards = NoticeCard.all(of: report, reportName: context.reportName)
        map = Self.map(report.map, &cards)
        self.cards = cards
    }

    /// First the feed, then the notices, those that matter most first.
    var page: HTML {
        let sections = NoticeSeverity.allCases.map(notices)
        let head = report.messages.map(messages) ?? feed
        return FilePage(
            title: "Validation of \(report.title)", style: Self.style,
            body: """
                \(head)\(losses)\(totals)\(about)\(filter)\(sections)\(footer)
                """,
            hasMap: map != nil, script: Self.script
        ).document
    }

    static let style = EmbeddedTexts.report_css
    private static let script = PageFiles.ids + EmbeddedTexts.report_js

    // MARK: The feed

    private var feed: HTML {
        let country: HTML? = report.options.countryCode.map { ", country \($0)" }
        let failure: HTML? = report.readingFailure.map {
            "<p class=\"failure\">The feed could not be read: \($0)</p>\n"
        }
        let facts = report.readingFailure == nil ? facts : nil
        return header(
            "GTFS validation",
            "Validated \(context.shownTime) for \(report.options.date.words)\(country)",
            "\(failure)\(facts)")
    }

    private func header(_ kind: HTML, _ run: HTML, _ facts: HTML) -> HTML {
        """
        <header>
        <div>
        <p class="kind">\(kind)</p>
        <h1><bdi>\(report.title)</bdi></h1>
        <p class="quiet"><bdi class="source">\(report.source)</bdi><br>
        \(run)</p>
        \(facts)</div>
        \(map)</header>

        """
    }

    private var facts: HTML {
        let summary = report.summary
        let info = summary.feedInfo
        let dates = [info?.feedStartDate, info?.feedEndDate].map { $0?.words ?? "" }
        let service = summary.serviceFacts(on: report.options.date, Figures.grouped)
        let others: [HTML?] = [
            dates == ["", ""] ? nil : Self.pair("Valid", dates.joined(separator: " to ")),
            Self.pair("Version", info?.feedVersion),
            Self.pair("Language", info?.feedLang.map(LanguageName.english)),
            info?.feedPublisherURL.map {
                "<dt>Web</dt><dd>\(Figures.link($0.text, $0.text))</dd>\n"
            },
            Self.pair("Contact", info?.feedContactEmail?.text),
            info == nil ? Self.pair("feed_info.txt", "missing") : nil,
        ]
        let counts = summary.counts.filter { $0.count > 0 }.map { count -> HTML in
            "<li>\(Figures.count(count.count, count.thing))</li> "
        }
        return """
            <ul class="chips">\(counts)</ul>
            <dl class="pairs">
            \(agencies)\(service.compactMap { Self.pair($0.name, $0.value) })\
            \(others.compactMap { $0 })</dl>
            <details><summary>\(Figures.count(summary.files.count, "file")), \
            \(Figures.count(summary.features.count, "feature"))</summary>
            <p class="chips">\(summary.files.map { "<span>\($0)</span> " as HTML })</p>
            <p class="chips">\(summary.features.map { "<span>\($0)</span> " as HTML })</p>
            </details>

            """
    }

    private var agencies: HTML? {
        let all = report.summary.agencies
        guard !all.isEmpty else { return nil }
        let shown = all.prefix(Self.agencyLimit).map { agency -> HTML in
            """
            <span>\(Figures.link(agency.url, agency.name)) \
            <span class="quiet">\(agency.timezone)</span></span>
            """
        }
        let rest = all.count - shown.count
        let more: HTML? = rest > 0 ? "<span>and \(Figures.grouped(rest)) more</span>" : nil
        let title = all.count == 1 ? "Agency" : "Agencies"
        return "<dt>\(title)</dt><dd class=\"lines\">\(shown)\(more)</dd>\n"
    }

    private static let agencyLimit = 5

    private static func pair(_ name: String, _ value: String?) -> HTML? {
        guard let value, !value.isEmpty else { return nil }
        return "<dt>\(name)</dt><dd><bdi>\(value)</bdi></dd>\n"
    }

    // MARK: Messages

    private func messages(_ messages: MessageSummary) -> HTML {
        let pairs = messages.facts.map { Self.pair($0.title, $0.value.plainText) }
        let facts: HTML = """
            <dl class="pairs">
            \(pairs.compactMap { $0 })</dl>

            """
        return header("GTFS Realtime check", "Checked \(context.shownTime)", facts)
    }

    // MARK: The map

    private static let markLimit = 200
    private static let totalLimit = 1000

    /// Marks lead to the first row about their stop, as rows lead to marks.
    private static func map(_ map: ReportMap, _ cards: inout [NoticeCard]) -> HTML? {
        var marks: [MapContent.Mark] = []
        var places = 0
        for card in cards.indices {
            let kind = cards[card].group.severity.level()
            // By id of a stop: the id of its mark, empty beyond the limit.
            var seen: [StopID: String] = [:]
            for index in cards[card].table.rows.indices {
                let row = cards[card].table.rows[index]
                for id in row.notice.stopIDs where seen[StopID(id)] == nil {
                    guard let stop = map[id] else { continue }
                    places += 1
                    guard seen.count < markLimit, marks.count < totalLimit else {
                        seen[StopID(id)] = ""
                        continue
                    }
                    let mark = "m\(marks.count + 1)"
                    seen[StopID(id)] = mark
                    marks.append(
                        MapContent.Mark(
                            latitude: stop.latitude, longitude: stop.longitude,
                            name: stop.name ?? id, note: "stop \(id), \(row.notice.code)",
                            id: mark, link: "#\(row.id)", kind: kind))
                }
                cards[card].table.rows[index].mark =
                    row.notice.stopIDs.lazy.compactMap { seen[StopID($0)] }.first { !$0.isEmpty }
            }
        }
        var content = map.backdrop
        content.marks = marks
        let drawing = FilePage.map(content, label: "Map of the feed and of its notices")
        guard let drawing else { return nil }
        let marked =
            marks.count < places
            ? "\(Figures.grouped(marks.count)) of \(Figures.count(places, "place")) marked"
            : "\(Figures.count(places, "place")) marked"
        let text = places == 0 ? "No notice names a stop." : "\(marked); a mark leads to its row."
        return """
            <div>
            \(drawing)<p class="quiet">\(text)\(map.isCut ? " Some lines are left out." : "")</p>
            </div>

            """
    }

    // MARK: Notices

    /// What matters most to riders, before anything is counted.
    private var losses: HTML? {
        let losses = report.losses(Figures.grouped)
        guard !losses.isEmpty else { return nil }
        let lines = losses.map { loss -> HTML in
            let code: HTML? = loss.code.map { " <a href=\"#\($0)\">\($0)</a>" }
            return "<li><bdi>\(loss.text)</bdi>\(code)</li>\n"
        }
        return """
            <section class="failure" aria-label="Losses of riders">
            <strong>Riders lose</strong>
            <ul>
            \(lines)</ul>
            </section>

            """
    }

    private var totals: HTML {
        let totals = NoticeSeverity.allCases.map { severity -> HTML in
            let groups = report.groups.filter { $0.severity == severity }
            let total = report.total(severity)
            let new: HTML? = Self.newWords(groups).map { ", \($0)" }
            return """
                <a class="total \(severity.level())" href="#\(severity.level())s">\
                <strong>\(Figures.grouped(total))</strong> \(severity.level())\(total == 1 ? "" : "s")\
                <span>\(Figures.count(groups.count, "code"))\(new)</span></a>

                """
        }
        return """
            <section class="totals" aria-label="Totals">
            \(totals)</section>
            \(baseline)
            """
    }

    static func newWords(_ groups: [ValidationReport.Group]) -> String? {
        newCount(groups).map { Figures.grouped($0) + " new" }
    }

    /// Nil without a baseline.
    private static func newCount(_ groups: [ValidationReport.Group]) -> Int? {
        groups.contains { $0.comparison != nil } ? groups.reduce(0) { $0 + $1.newCount } : nil
    }

    private var baseline: HTML? {
        guard let new = Self.newCount(report.groups) else { return nil }
        let known = report.groups.reduce(0) { $0 + $1.count } - new
        return """
            <p class="note">Compared with a baseline: \(Figures.count(new, "notice")) \
            \(new == 1 ? "is" : "are") new, \(Figures.grouped(known)) \(known == 1 ? "is" : "are") known.</p>

            """
    }

    /// An address can filter the report; the page's script shows this.
    private var about: HTML {
        let listed = cards.reduce(0) { $0 + $1.table.rows.count }
        let all = report.groups.reduce(0) { $0 + $1.count }
        let kept = report.groups.reduce(0) { $0 + $1.samples.count }
        let more: HTML? =
            kept > listed ? "; \(context.reportName) has \(Figures.grouped(kept))" : nil
        let cut: HTML? =
            all > listed
            ? " This page lists \(Figures.grouped(listed)) of \(Figures.count(all, "notice"))\(more)."
            : nil
        return """
            <p id="about" class="note" role="status" hidden><span></span> <bdi></bdi>.\(cut) \
            <a href="#" class="noprint">Show all</a></p>

            """
    }

    private var filter: HTML? {
        guard !cards.isEmpty else { return nil }
        let boxes = NoticeSeverity.allCases.filter { report.total($0) > 0 }.map {
            severity -> HTML in
            """
            <label><input type="checkbox" name="severity" value="\(severity.level())" \
            checked> \(severity.level())s</label>

            """
        }
        let new: HTML? =
            cards.contains { $0.group.comparison != nil }
            ? "<label><input type=\"checkbox\" name=\"new\"> only new</label>\n" : nil
        return """
            <form id="filter" class="noprint" role="search" hidden>
            <label>Filter <input type="search" name="text" autocomplete="off"></label>
            \(boxes)\(new)<output></output>
            </form>

            """
    }

    private func notices(_ severity: NoticeSeverity) -> HTML {
        let cards = cards.filter { $0.group.severity == severity }
        let none: HTML? = cards.isEmpty ? "<p class=\"quiet\">None.</p>\n" : nil
        let name = severity.level() + "s"
        return """
            <section class="severity" id="\(name)">
            <h2>\(name.prefix(1).uppercased() + name.dropFirst()) \
            <span class="quiet">\(Figures.grouped(report.total(severity)))</span></h2>
            \(none)\(cards.map(\.html))</section>

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
            <footer class="quiet"><p>\(context.validatorVersion), \
            \(Figures.decimal(report.seconds, digits: 2)) s.\(errors)\(silent)</p></footer>

            """
    }
}

extension NoticeSeverity {
    /// `error`, `warning` or `info`, which other formats call otherwise.
    func level(info: String = "info") -> String { self == .info ? info : rawValue.lowercased() }
}

extension FeedSummary.Count {
    fileprivate var thing: String {
        let things = name.lowercased()
        return things.hasSuffix("ies") ? things.dropLast(3) + "y" : String(things.dropLast())
    }
}

extension ClosedRange<ServiceDate> {
    func words(on day: ServiceDate) -> String {
        let state = upperBound < day ? ", ended" : lowerBound > day ? ", not begun" : ""
        return "\(lowerBound.words) to \(upperBound.words)\(state)"
    }
}

extension ServiceDate {
    /// `7 Aug 2021`, as on all pages.
    var words: String { Figures.day(year: year, month: month, day: day) }
}

extension ReportContext {
    var shownTime: String { validatedAt.replacing("T", with: " ") }
}

extension ValidationReport {
    /// The feed's publisher, or else its agencies, or else its file.
    var title: String {
        if let name = summary.feedInfo?.feedPublisherName, !name.isEmpty { return name }
        let names = summary.agencies.map(\.name).filter { !$0.isEmpty }
        guard let first = names.first else {
            return source.split(separator: "/").last.map(String.init) ?? source
        }
        return names.count == 1 ? first : "\(first) and \(Figures.grouped(names.count - 1)) more"
    }

    /// Returns the content of `report.html`.
    public func html(_ context: ReportContext) -> String {
        HTMLReport(self, context).page.text
    }
}
