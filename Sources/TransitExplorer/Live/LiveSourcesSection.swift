import TransitAPI
import TransitModel
import WebPages

struct LiveSourcesSection: PagePart {
    let context: ExplorerContext

    func section() async throws -> HTML? {
        guard let ticking = context.tickingIfLive else { return nil }
        let report = try await context.realtime()
        return """
            <h2>\(texts("live.title"))</h2>
            <div id="live"\(ticking)>
            \(table(report.sources))
            <ul id="live-counts" class="counts">\(counts(report))</ul>
            \(report.coverage.map(coverage) ?? "")
            \(report.tripUpdates.map(lost))
            </div>
            """
    }

    private func table(_ sources: [RealtimeSourceDTO]) -> HTML {
        let rows = sources.map { source -> HTML in
            let kinds = source.kinds.map { texts.all["live.kind.\($0)"] ?? $0 }
            let state = source.state.known ?? .expired
            let look: HTML = state == .live ? "added" : "warning"
            return """
                <tr><th scope="row"><bdi>\(source.name)</bdi></th>
                <td>\(kinds.joined(separator: ", "))</td>
                <td><b class="\(look)">\(texts("live.state.\(state.rawValue)"))</b></td>
                <td>\(source.headerAt.map(texts.moment) ?? "")</td>
                \(Pieces.number(source.entities))
                \(Pieces.number(source.matched))
                \(Pieces.number(source.unmatched))
                <td><bdi>\(source.problem ?? "")</bdi></td></tr>

                """
        }
        return texts.table(
            "live-sources", caption: "live.sources",
            columns: [
                "live.source", "live.kinds", "live.state", "live.message", "#live.entities",
                "#live.matched", "#live.unmatched", "live.problem",
            ], rows: rows)
    }

    private func counts(_ report: RealtimeReportDTO) -> HTML {
        let figures = [
            ("updates", report.tripUpdates.reduce(0) { $0 + $1.count }), ("alerts", report.alerts),
            ("vehicles", report.vehicles),
        ]
        return HTML.joined(
            figures.map { key, count in
                "<li><b>\(Figures.grouped(count))</b> \(texts("live.count." + key, count: count))</li>"
            })
    }

    private static let mostRoutes = 20

    private func coverage(_ coverage: RealtimeReportDTO.CoverageDTO) -> HTML {
        func row(_ name: HTML, _ counts: [Int]) -> HTML {
            "<tr><th scope=\"row\">\(name)</th>\(counts.map(Pieces.number))</tr>\n"
        }
        let total = row(
            "\(texts("live.routes", count: coverage.routeCount))",
            [coverage.runs, coverage.updated, coverage.positioned])
        let routes = coverage.routes.prefix(Self.mostRoutes).map { route in
            let link = route.routeID.map { id -> HTML in
                "<a href=\"\(links.route(id))\"><bdi>\(id)</bdi></a>"
            }
            return row("\(link)", [route.runs, route.updated, route.positioned])
        }
        let rest = coverage.routeCount - routes.count
        let more: HTML? =
            rest > 0
            ? "<p class=\"quiet\">\(texts("live.routes.more", ["n": Figures.grouped(rest)]))</p>"
            : nil
        let table = texts.table(
            "live-coverage", caption: "live.coverage",
            columns: ["live.route", "#live.runs", "#live.updated", "#live.positioned"],
            rows: [total] + routes)
        return "\(table)\(more)"
    }

    private func lost(_ outcome: RealtimeReportDTO.OutcomeDTO) -> HTML {
        guard !outcome.samples.isEmpty else { return "" }
        let items = outcome.samples.map { sample -> HTML in
            let name = [sample.tripID, sample.routeID, sample.startDate, sample.startTime]
                .compactMap { $0 }.joined(separator: " · ")
            return "<li><bdi>\(sample.source)</bdi>: <code><bdi>\(name)</bdi></code></li>\n"
        }
        return """
            <details><summary>\(texts("live.lost", count: outcome.count)) \
            <code>\(outcome.outcome)</code></summary><ul>\(items)</ul></details>

            """
    }
}
