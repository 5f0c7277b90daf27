import BundleManifest
import TransitAPI
import WebPages

@available(iOS 17, macOS 14, *)
struct ChangesPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let links: ExplorerLinks

    static let mostRows = 200
    private static let mostDetails = 5

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
        links = context.links
    }

    func page() async throws -> ExplorerPage {
        guard let diff = try await context.diff() else {
            let published = context.shown.published
            let version = published?.manifest.versions.first { $0.version == context.shown.version }
            let reason =
                published == nil
                ? "changes.lone" : version?.diff == nil ? "changes.first" : "changes.unreadable"
            return ExplorerPage(
                title: texts("changes.title"),
                body: "<p class=\"note\">\(HTML.withCode(texts(reason)))</p>")
        }
        let old = oldLinks(diff)
        let sections = tables(diff, old)
        let none: HTML? = sections.isEmpty ? "<p>\(texts("changes.none"))</p>" : nil
        let cut: HTML? =
            ChangesMap.isCut(diff.map)
            ? "<p class=\"note\">\(texts("changes.cut"))</p>" : nil
        return ExplorerPage(
            title: texts("changes.title"),
            body: """
                \(versions(diff, old))
                \(cut)\(none)
                \(sections)
                """,
            map: ChangesMap(links: links, old: old).content(diff.map))
    }

    private func oldLinks(_ diff: PublishedDiff) -> ExplorerLinks? {
        let versions = context.shown.published?.manifest.versions ?? []
        return versions.first { $0.bundle.name == diff.old.name }.map {
            links.inVersion($0.version)
        }
    }

    private func versions(_ diff: PublishedDiff, _ old: ExplorerLinks?) -> HTML {
        let rows = [("changes.from", diff.old, old), ("changes.to", diff.new, links)].map {
            key, version, links -> HTML in
            let name: HTML =
                links.map { "<a href=\"\($0.page("feed"))\"><bdi>\(version.name)</bdi></a>" }
                ?? "<bdi>\(version.name)</bdi> <span class=\"quiet\">\(texts("changes.gone"))</span>"
            let number: HTML? = version.feedVersion.map {
                " <span class=\"quiet\">\(texts("changes.feed_version")) <bdi>\($0)</bdi></span>"
            }
            return "<dt>\(texts(key))</dt><dd>\(name)\(number)</dd>\n"
        }
        return "<dl class=\"pairs\">\n\(rows)</dl>"
    }

    // MARK: Tables

    private func tables(_ diff: PublishedDiff, _ old: ExplorerLinks?) -> [HTML] {
        let moved = diff.moved.map { stop in
            ChangeRow(
                kind: "changed", id: stop.id, name: stop.name, link: links.stop(stop.id),
                text: texts("changes.moved_by", ["meters": "\(stop.meters)"]) + "; "
                    + words(stop.fields))
        }
        return [
            table("agencies", rows(diff.agencies, old: old) { _, _ in nil }),
            table("routes", rows(diff.routes, old: old) { $0.route($1) }),
            table("stops", rows(diff.stops, old: old) { $0.stop($1) }), table("moved", moved),
            table("paths", pathRows(diff.map)),
            table("trips", tripRows(diff.trips, old)), table("service", serviceRows(diff.service)),
            table(
                "rows",
                diff.rows.map {
                    ChangeRow(
                        kind: "changed", id: $0.file, name: nil, link: nil,
                        text: $0.hasOtherContent
                            ? texts("changes.other_content") : "\($0.old) → \($0.new)",
                        details: details($0.rows))
                }),
            table("extensions", (diff.extensions ?? []).map(row)),
        ].compactMap { $0 }
    }

    private func rows(
        _ changes: PublishedDiff.Changes, old: ExplorerLinks?,
        link: (ExplorerLinks, String) -> String?
    ) -> [ChangeRow] {
        changes.added.map {
            ChangeRow(
                kind: "added", id: $0.id, name: $0.name, link: link(links, $0.id), text: "")
        }
            + changes.removed.map { item in
                ChangeRow(
                    kind: "removed", id: item.id, name: item.name,
                    link: old.flatMap { link($0, item.id) }, text: "")
            }
            + changes.changed.map { item in
                ChangeRow(
                    kind: "changed", id: item.id, name: item.name, link: link(links, item.id),
                    text: words(item.fields))
            }
    }

    private func row(_ change: PublishedDiff.Extension) -> ChangeRow {
        func columns(_ kind: String, _ names: [String]) -> String? {
            names.isEmpty
                ? nil : "\(texts("changes.columns.\(kind)")): \(names.joined(separator: ", "))"
        }
        return ChangeRow(
            kind: change.kind, id: change.file, name: nil, link: nil,
            text: "\(change.old) → \(change.new)",
            details: [
                columns("added", change.columnsAdded), columns("removed", change.columnsRemoved),
            ].compactMap { $0 } + details(change.rows))
    }

    private func words(_ fields: [PublishedDiff.Field]) -> String {
        fields.map { field in
            "\(field.field): \(field.old ?? texts("changes.blank")) → "
                + (field.new ?? texts("changes.blank"))
        }.joined(separator: "; ")
    }

    private func details(_ rows: PublishedDiff.Differences) -> [String] {
        let shown = rows.rows.prefix(Self.mostDetails)
        let more = rows.rows.count - shown.count + rows.more
        let lines = shown.map { row in
            let key = row.key.map { "\($0.field) \($0.value)" }.joined(separator: ", ")
            let change = row.kind == "changed" ? "" : texts("changes.kind.\(row.kind)")
            return [row.file, key, change, words(row.fields)].filter { !$0.isEmpty }
                .joined(separator: ": ")
        }
        return lines + (more > 0 ? [texts("changes.more", ["n": "\(more)"])] : [])
    }

    private func list(_ kind: String, _ ids: [String], of count: Int) -> String? {
        guard !ids.isEmpty else { return nil }
        let more = count - ids.count
        let rest = more > 0 ? ", " + texts("changes.more", ["n": "\(more)"]) : ""
        return "\(texts("changes.kind.\(kind)")): \(ids.joined(separator: ", "))\(rest)"
    }

    private func pathRows(_ map: PublishedDiff.Map) -> [ChangeRow] {
        let parts = Dictionary(grouping: map.paths, by: \.route)
        return parts.sorted { $0.key < $1.key }.map { route, paths in
            let counts = [
                ("changes.path_before", paths.count { $0.state == .before }),
                ("changes.path_after", paths.count { $0.state == .after }),
            ]
            return ChangeRow(
                kind: "changed", id: route, name: nil, link: links.route(route),
                text: counts.filter { $0.1 > 0 }.map { texts($0.0, count: $0.1) }
                    .joined(separator: "; "))
        }
    }

    private func tripRows(
        _ trips: PublishedDiff.Trips, _ old: ExplorerLinks?
    ) -> [ChangeRow] {
        trips.routes.map { route in
            let kind = route.old == 0 ? "added" : route.new == 0 ? "removed" : "changed"
            let counts =
                route.areIdsNew
                ? [
                    ("changes.runs_added", route.runsAdded),
                    ("changes.runs_removed", route.runsRemoved),
                ]
                : [
                    ("changes.trips_added", route.added), ("changes.trips_removed", route.removed),
                    ("changes.trips_changed", route.changed),
                ]
            let words = counts.filter { $0.1 > 0 }.map { texts($0.0, count: $0.1) }
            return ChangeRow(
                kind: kind, id: route.routeId, name: route.name,
                link: (kind == "removed" ? old : links)?.route(route.routeId),
                text: (["\(route.old) → \(route.new)"] + words).joined(separator: "; "),
                details: [
                    list("added", route.addedTrips, of: route.added),
                    list("removed", route.removedTrips, of: route.removed),
                ].compactMap { $0 } + details(route.rows))
        }
    }

    private func serviceRows(_ service: PublishedDiff.Service) -> [ChangeRow] {
        func row(_ kind: String, _ days: [Int]) -> ChangeRow? {
            guard let first = days.first, let last = days.last else { return nil }
            let name = first == last ? Self.day(first) : "\(Self.day(first)) – \(Self.day(last))"
            return ChangeRow(
                kind: kind, id: name, name: nil, link: nil,
                text: texts("changes.days", count: days.count))
        }
        return [row("removed", service.daysLost), row("added", service.daysGained)].compactMap {
            $0
        }
            + service.days.map {
                ChangeRow(
                    kind: "changed", id: Self.day($0.date), name: nil, link: nil,
                    text: "\($0.old) → \($0.new)")
            }
    }

    /// 20261123 as `2026-11-23`.
    private static func day(_ number: Int) -> String {
        let digits = "\(number)"
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }

    private func table(_ name: String, _ rows: [ChangeRow]) -> HTML? {
        guard !rows.isEmpty else { return nil }
        let shown = rows.prefix(Self.mostRows).map { row -> HTML in
            let id: HTML = "<code><bdi>\(row.id)</bdi></code>"
            let linked: HTML = row.link.map { "<a href=\"\($0)\">\(id)</a>" } ?? id
            let details = row.details.map { "<br><span class=\"quiet\">\($0)</span>" as HTML }
            return """
                <tr><td class="\(row.kind)">\(texts("changes.kind.\(row.kind)"))</td>\
                <th scope="row">\(linked)</th><td><bdi>\(row.name ?? "")</bdi></td>\
                <td dir="auto">\(row.text)\(details)</td></tr>

                """
        }
        let rest: HTML? =
            rows.count > shown.count
            ? "<p class=\"quiet\">\(texts("changes.more", ["n": "\(rows.count - shown.count)"]))</p>"
            : nil
        return """
            <h2 id="\(name)">\(texts("changes.\(name)")) <span class="quiet">\(rows.count)</span></h2>
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(name)">
            <table id="changes-\(name)"><caption class="unseen">\(texts("changes.\(name)"))</caption>
            <thead><tr><th scope="col">\(texts("changes.column.kind"))</th>\
            <th scope="col">\(texts("changes.column.id"))</th>\
            <th scope="col">\(texts("changes.column.name"))</th>\
            <th scope="col">\(texts("changes.column.what"))</th></tr></thead>
            <tbody>
            \(shown)</tbody></table></div>
            \(rest)

            """
    }
}

@available(iOS 17, macOS 14, *)
private struct ChangeRow {
    /// `added`, `removed`, `changed`.
    let kind: String
    let id: String
    let name: String?
    let link: String?
    let text: String
    var details: [String] = []
}

@available(iOS 17, macOS 14, *)
private struct ChangesMap {
    let links: ExplorerLinks
    let old: ExplorerLinks?

    /// More would make the page unusable; the published file has up to two thousand.
    private static let mostStops = 500
    private static let mostPaths = 200

    static func isCut(_ map: PublishedDiff.Map) -> Bool {
        map.isCut || map.stops.count > mostStops || map.paths.count > mostPaths
    }

    func content(_ map: PublishedDiff.Map) -> MapContent {
        var marks: [MapContent.Mark] = []
        for stop in map.stops.prefix(Self.mostStops) {
            let kind = stop.kind == "moved" ? "changed" : stop.kind
            func mark(_ place: PublishedDiff.Map.Place?, _ state: MapContent.State) {
                guard let place else { return }
                marks.append(
                    MapContent.Mark(
                        latitude: place.latitude, longitude: place.longitude,
                        name: stop.name ?? stop.id,
                        link: (state == .before ? old : links)?.stop(stop.id), kind: kind,
                        state: state))
            }
            mark(stop.old, .before)
            mark(stop.new, .after)
        }
        let lines = map.paths.prefix(Self.mostPaths).map {
            MapContent.Line(
                polyline: $0.polyline,
                color: $0.color ?? ($0.state == .before ? "C22A2A" : "1A7F37"),
                state: $0.state)
        }
        return MapContent(lines: lines, marks: marks)
    }
}
