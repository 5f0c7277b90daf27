import Foundation
import TransitAPI
import TransitModel
import WebPages

@available(iOS 17, macOS 14, *)
struct NoticesPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let links: ExplorerLinks
    private let samples: NoticeSamples

    static let fewSamples = 5
    static let manySamples = 100
    /// The most stops on the map: these take three requests to the API.
    private static let mostMarks = 300

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
        links = context.links
        samples = NoticeSamples(links: context.links, texts: context.texts)
    }

    func page() async throws -> ExplorerPage {
        guard let report = try await context.report() else { return try await totalsOnly() }
        let target = context.target
        if let id = target.value("stop") { return try await page(report, thing: .stop, id: id) }
        if let id = target.value("route") { return try await page(report, thing: .route, id: id) }
        if let code = target.value("code") { return try await page(report, code: code) }
        let groups = report.byWeight
        let sections = groups.map { section($0, $0.sampleNotices, of: Self.fewSamples) }
        return ExplorerPage(
            title: texts("notices.title"),
            body: """
                \(head(report))
                \(overview(groups))
                \(sections)
                """,
            map: try await map(groups.map { ($0, $0.sampleNotices) }))
    }

    // MARK: All

    private func head(_ report: PublishedReport) -> HTML {
        let totals = ["error", "warning", "info"].map { look -> HTML in
            let total = report.total(look)
            return "<li class=\"\(look)\">\(texts("notices.\(look)", count: total))</li>"
        }
        let when: HTML? = report.validatedAt.map {
            "<p class=\"quiet\">\(texts("notices.validated", ["time": texts.moment($0), "tool": report.validator ?? ""]))</p>"
        }
        return "<ul id=\"totals\" class=\"chips\">\(totals)</ul>\n\(when)"
    }

    private func overview(_ groups: [PublishedReport.Group]) -> HTML {
        guard !groups.isEmpty else { return "<p>\(texts("notices.none"))</p>" }
        let rows = groups.map { group -> HTML in
            """
            <tr><th scope="row"><a href="\(address(group.code))"><code>\(group.code)</code></a></th>\
            <td>\(severity(group))</td><td class="number">\(Figures.grouped(group.totalNotices))</td></tr>

            """
        }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="codes-caption">
            <table id="codes"><caption id="codes-caption">\(texts("notices.codes"))</caption>
            <thead><tr><th scope="col">\(texts("notices.code"))</th>\
            <th scope="col">\(texts("notices.severity"))</th>\
            <th scope="col" class="number">\(texts("notices.count"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table></div>

            """
    }

    // MARK: Parts of it

    private func page(_ report: PublishedReport, code: String) async throws -> ExplorerPage {
        guard let group = report.groups.first(where: { $0.code == code }) else {
            return ExplorerPage(
                title: code,
                body: """
                    <p>\(texts("notices.none.code"))</p>
                    \(back)
                    """)
        }
        let from = max(0, context.target.value("from").flatMap { Int($0) } ?? 0)
        let shown = Array(group.sampleNotices.dropFirst(from).prefix(Self.manySamples))
        return ExplorerPage(
            title: code,
            body: """
                \(back)
                \(section(group, shown, of: Self.manySamples, isPage: true))
                \(pages(group, from))
                """,
            map: try await map([(group, shown)]))
    }

    private func pages(_ group: PublishedReport.Group, _ from: Int) -> HTML? {
        let count = group.sampleNotices.count
        guard count > Self.manySamples else { return nil }
        func link(_ start: Int, _ key: String) -> HTML {
            let address = links.page(
                "notices", query: [("code", group.code), ("from", start > 0 ? "\(start)" : nil)])
            return "<a href=\"\(address)\">\(texts(key))</a>"
        }
        let last = min(from + Self.manySamples, count)
        return """
            <nav class="pages" aria-label="\(texts("notices.samples"))">
            \(from > 0 ? link(max(0, from - Self.manySamples), "notices.earlier") : nil)
            <span>\(texts("notices.range", ["first": Figures.grouped(min(from + 1, count)), "last": Figures.grouped(last), "all": Figures.grouped(count)]))</span>
            \(last < count ? link(last, "notices.later") : nil)
            </nav>
            """
    }

    private func page(
        _ report: PublishedReport, thing: ReportedThing, id: String
    ) async throws -> ExplorerPage {
        let code = context.target.value("code")
        let groups = report.groups(about: thing, id).filter { code == nil || $0.code == code }
        let found = groups.map { ($0, $0.samples(about: thing, id)) }
        let sections = found.map { section($0, $1, of: Self.manySamples) }
        let address = thing == .stop ? links.stop(id) : links.route(id)
        let none: HTML? = groups.isEmpty ? "<p>\(texts("notices.none.about"))</p>" : nil
        return ExplorerPage(
            title: texts("notices.about", ["name": id]),
            body: """
                <p><a href="\(address)">\(texts("notices.page"))</a></p>
                \(back)\(none)
                \(sections)
                """,
            map: try await map(found))
    }

    private var back: HTML {
        "<p><a href=\"\(links.page("notices"))\">\(texts("notices.all"))</a></p>"
    }

    private func section(
        _ group: PublishedReport.Group, _ found: [[String: ReportValue]], of limit: Int,
        isPage: Bool = false
    ) -> HTML {
        let shown = found.prefix(limit)
        let heading: HTML =
            isPage
            ? "<h2>\(severity(group)) <span class=\"quiet\">\(Figures.grouped(group.totalNotices))</span></h2>"
            : """
            <h2><a href="\(address(group.code))"><code>\(group.code)</code></a> \
            <span class="quiet">\(Figures.grouped(group.totalNotices))</span></h2>
            """
        let more: HTML? =
            group.sampleNotices.count > shown.count && !isPage
            ? "<p><a href=\"\(address(group.code))\">\(texts("notices.more", ["n": Figures.grouped(group.sampleNotices.count)]))</a></p>"
            : nil
        let capped: HTML? =
            group.totalNotices > group.sampleNotices.count
            ? "<p class=\"quiet\">\(texts("notices.capped", ["shown": Figures.grouped(group.sampleNotices.count), "all": Figures.grouped(group.totalNotices)]))</p>"
            : nil
        return """
            <section class="notice \(group.look)">
            \(heading)
            \(NoticeText(group, texts).html)
            \(samples.table(shown, id: "samples-\(group.code)"))
            \(more)\(capped)</section>

            """
    }

    private func severity(_ group: PublishedReport.Group) -> HTML {
        "<b class=\"\(group.look)\">\(texts("notices.severity.\(group.look)"))</b>"
    }

    private func address(_ code: String) -> String {
        links.page("notices", query: [("code", code)])
    }

    // MARK: Map

    private func map(
        _ found: [(group: PublishedReport.Group, samples: [[String: ReportValue]])]
    ) async throws -> MapContent {
        // Groups are sorted by severity, so the first is the worst.
        var looks: [StopID: String] = [:]
        var order: [String] = []
        for (group, samples) in found {
            for sample in samples {
                for (field, value) in sample where ReportedThing(field: field) == .stop {
                    guard case .text(let id) = value, !id.isEmpty, looks[StopID(id)] == nil
                    else {
                        continue
                    }
                    order.append(id)
                    looks[StopID(id)] = group.look
                }
            }
        }
        var marks: [MapContent.Mark] = []
        for start in stride(from: 0, to: min(order.count, Self.mostMarks), by: 100) {
            let ids = order[start..<min(start + 100, order.count)]
            let stops = try await context.ask(
                .stops, ids.map { ("ids", $0) } + [("limit", "100")]
            ) { $0.stops }
            for stop in stops.data.elements {
                guard let latitude = stop.stopLat, let longitude = stop.stopLon,
                    let look = looks[StopID(stop.stopID)]
                else { continue }
                marks.append(
                    MapContent.Mark(
                        latitude: latitude, longitude: longitude,
                        name: context.name(of: stop.model),
                        link: links.page("notices", query: [("stop", stop.stopID)]),
                        kind: look))
            }
        }
        return MapContent(marks: marks)
    }

    // MARK: Without a report

    private func totalsOnly() async throws -> ExplorerPage {
        let feed = try await context.ask(.feed) { $0.feed }.data
        let counts: [String: Int] =
            try feed.metadata["notices"].map {
                try JSONDecoder().decode([String: Int].self, from: Data($0.utf8))
            } ?? [:]
        let rows = counts.sorted { $0.key < $1.key }.map { code, count -> HTML in
            """
            <tr><th scope="row"><code>\(code)</code></th><td class="number">\(Figures.grouped(count))</td></tr>

            """
        }
        let table: HTML =
            rows.isEmpty
            ? "<p>\(texts("notices.none"))</p>"
            : """
            <table id="codes"><caption>\(texts("notices.codes"))</caption>
            <thead><tr><th scope="col">\(texts("notices.code"))</th>\
            <th scope="col" class="number">\(texts("notices.count"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """
        return ExplorerPage(
            title: texts("notices.title"),
            body: """
                <p class="note">\(HTML.withCode(texts("notices.lone")))</p>
                \(table)
                """)
    }
}

@available(iOS 17, macOS 14, *)
struct NoticeText {
    private let group: PublishedReport.Group
    private let texts: ExplorerTexts

    init(_ group: PublishedReport.Group, _ texts: ExplorerTexts) {
        self.group = group
        self.texts = texts
    }

    var html: HTML {
        let summary: HTML? = group.summary.map { "<p lang=\"en\">\(HTML.withCode($0))</p>\n" }
        let fix: HTML? = group.fix.map {
            "<p><em>\(texts("notices.fix"))</em> <span lang=\"en\">\(HTML.withCode($0))</span></p>\n"
        }
        let reference: HTML? = group.reference.flatMap { address in
            address.hasPrefix("https://")
                ? "<p><a href=\"\(address)\" rel=\"noopener noreferrer\">\(texts("notices.reference"))</a></p>\n"
                : nil
        }
        return "\(summary)\(fix)\(reference)"
    }
}

@available(iOS 17, macOS 14, *)
struct NoticeSamples {
    let links: ExplorerLinks
    let texts: ExplorerTexts

    func table(_ samples: some Sequence<[String: ReportValue]>, id: String) -> HTML? {
        let samples = Array(samples)
        let names = Self.columns(samples)
        guard !names.isEmpty else { return nil }
        let heads = names.map { "<th scope=\"col\">\($0)</th>" as HTML }
        let rows = samples.map { sample -> HTML in
            let cells = names.map { name -> HTML in
                "<td\(Self.look(sample[name]))>\(cell(sample[name], name))</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">
            <table id="\(id)"><caption id="\(id)-caption">\(texts("notices.samples"))</caption>
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(rows)</tbody></table></div>

            """
    }

    /// First where it is, then what it is about, then the rest.
    static func columns(_ samples: [[String: ReportValue]]) -> [String] {
        let first = ["filename", "csvRowNumber", "fieldName", "fieldValue"]
        func rank(_ name: String) -> Int {
            first.firstIndex(of: name) ?? (ReportedThing(field: name) == nil ? 5 : 4)
        }
        return Set(samples.flatMap(\.keys)).sorted { (rank($0), $0) < (rank($1), $1) }
    }

    private static func look(_ value: ReportValue?) -> HTML? {
        if case .number? = value { " class=\"number\"" } else { nil }
    }

    private func cell(_ value: ReportValue?, _ name: String) -> HTML {
        guard let value else { return "" }
        let words: HTML = "<bdi>\(value.plain)</bdi>"
        guard case .text(let id) = value, !id.isEmpty, let thing = ReportedThing(field: name) else {
            return words
        }
        let address =
            switch thing {
            case .stop: links.stop(id)
            case .route: links.route(id)
            case .trip: links.trip(id, date: nil)
            }
        return "<a href=\"\(address)\">\(words)</a>"
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    func noticesAbout(stop id: String) async throws -> HTML? {
        try await noticesAbout(.stop, id: id, address: links.page("notices", query: [("stop", id)]))
    }

    func noticesAbout(route id: String) async throws -> HTML? {
        try await noticesAbout(
            .route, id: id, address: links.page("notices", query: [("route", id)]))
    }

    private func noticesAbout(
        _ thing: ReportedThing, id: String, address: String
    ) async throws -> HTML? {
        guard let report = try await report() else { return nil }
        let groups = report.groups(about: thing, id)
        guard !groups.isEmpty else { return nil }
        let items = groups.map { group -> HTML in
            let count = group.samples(about: thing, id).count
            return """
                <li class="notice \(group.look)"><p><b class="\(group.look)">\
                \(texts("notices.severity.\(group.look)"))</b> <code>\(group.code)</code> \
                <span class="quiet">\(count)</span></p>
                \(NoticeText(group, texts).html)</li>

                """
        }
        return """
            <section class="noprint">
            <h2>\(texts("notices.here"))</h2>
            <ul id="notices" class="links">
            \(items)</ul>
            <p><a href="\(address)">\(texts("notices.here.more"))</a></p>
            </section>

            """
    }
}
