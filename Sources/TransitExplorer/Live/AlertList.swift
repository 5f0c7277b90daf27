import TransitAPI
import TransitModel
import WebPages

/// The alerts of a page, which fold out, and the links of rows to theirs. Their texts are plain, and
/// only web addresses in them become links.
struct AlertList: PagePart {
    let context: ExplorerContext
    private let alerts: [ServiceAlert]

    /// The first of alerts with the same id is shown.
    init(_ context: ExplorerContext, _ alerts: [ServiceAlert]) {
        self.context = context
        var seen: Set<ExactText> = []
        self.alerts = alerts.filter { seen.insert($0.id.exact).inserted }
    }

    /// All of them; an empty place for later ones where there is live data, nil where there is none.
    var section: HTML? {
        guard let ticking = context.tickingIfLive else { return nil }
        let title: HTML? =
            alerts.isEmpty ? nil : "<h2 id=\"alerts-title\">\(texts("alerts.title"))</h2>"
        return "<div id=\"alerts\"\(ticking)>\(title)\(alerts.map(item))</div>"
    }

    func link(_ id: String) -> HTML? {
        alerts.first { $0.id.exact == id.exact }.map { alert in
            """
            <a href="#\(Self.place(alert))"><span aria-hidden="true">⚠</span>\
            <span class="unseen">\(texts("alerts.about"))</span> \(context.name(title(alert)))</a>
            """
        }
    }

    private static func place(_ alert: ServiceAlert) -> String {
        "alert-" + PercentCoding.encodedSegment(alert.id)
    }

    private func title(_ alert: ServiceAlert) -> String {
        [alert.headerText, alert.effectDetail, texts.effect(alert.effect)]
            .lazy.compactMap { $0 }.first { !$0.isEmpty } ?? texts("alerts.untitled")
    }

    private func item(_ alert: ServiceAlert) -> HTML {
        let level: (look: HTML, word: HTML?) =
            switch alert.severityLevel {
            case "SEVERE": ("error", "<b class=\"error\">\(texts("alerts.SEVERE"))</b> · ")
            case "WARNING": ("warning", "<b class=\"warning\">\(texts("alerts.WARNING"))</b> · ")
            default: ("info", nil)
            }
        let effect = alert.effectDetail ?? texts.effect(alert.effect)
        let facts = [effect.map(context.name)] + periods(alert)
        let about = HTML.joined(facts.compactMap { $0 }, separator: " · ")
        let text = alert.descriptionText.map {
            "<p class=\"lines\">\(context.name($0))</p>" as HTML
        }
        let more = alert.url.map { "<p>\(context.outside($0, texts("alerts.more")))</p>" as HTML }
        return """
            <details class="notice \(level.look)"><summary>\(level.word)\(context.name(title(alert)))\
            </summary><div id="\(Self.place(alert))">\(text)
            \(about.isEmpty ? nil : "<p class=\"quiet\">\(about)</p>")\(more)</div></details>

            """
    }

    private static let mostPeriods = 3

    private func periods(_ alert: ServiceAlert) -> [HTML?] {
        let words = alert.impactPeriods.prefix(Self.mostPeriods).compactMap { period -> HTML? in
            switch (period.start.map(moment), period.end.map(moment)) {
            case (let start?, let end?):
                "\(texts("alerts.between", ["start": start, "end": end]))"
            case (let start?, nil): "\(texts("alerts.from", ["start": start]))"
            case (nil, let end?): "\(texts("alerts.until", ["end": end]))"
            case (nil, nil): nil
            }
        }
        return alert.impactPeriods.count > Self.mostPeriods ? words + ["…"] : words
    }

    private func moment(_ instant: LocalInstant) -> String {
        "\(texts.shortDay(instant.localDate)), \(instant.clock)"
    }
}
