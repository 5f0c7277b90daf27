import GTFSSchedule
import SystemLayer
import WebPages

struct DiffSection {
    struct Line {
        let kind: ChangeKind
        var thing: FeedThing?
        let id: String
        var name: String?
        /// Empty when the thing was only added or removed, or the fields say it.
        var text = ""
        var fields: [Changes.Field] = []
        var lists: [String] = []
        var rows = RowDifferences()
        var moreTrips = 0
    }

    let title: String
    let summary: String
    let lines: [Line]
}

/// The numbers are those of terminals or of pages.
struct DiffWords {
    let diff: BundleDiff
    let isForPage: Bool

    var sections: [DiffSection] {
        [
            section("agencies", diff.agencies), section("routes", diff.routes, of: .route),
            section("stops", diff.stops, of: .stop), movedSection, pathSection, tripSection,
            serviceSection, rowSection, fileSection, extensionSection,
        ].compactMap { $0 }
    }

    private func section(
        _ title: String, _ changes: Changes, of thing: FeedThing? = nil
    ) -> DiffSection? {
        func line(_ kind: ChangeKind, _ item: Changes.Item) -> DiffSection.Line {
            DiffSection.Line(kind: kind, thing: thing, id: item.id.text, name: item.name)
        }
        let lines =
            changes.added.map { line(.added, $0) } + changes.removed.map { line(.removed, $0) }
            + changes.changed.map { item in
                DiffSection.Line(
                    kind: .changed, thing: thing, id: item.id.text, name: item.name,
                    fields: item.fields)
            }
        return section(
            title, lines,
            counts([
                (changes.added.count, "added"), (changes.removed.count, "removed"),
                (changes.changed.count, "changed"),
            ]))
    }

    /// Nil without lines.
    private func section(
        _ title: String, _ lines: [DiffSection.Line], _ summary: @autoclosure () -> String
    ) -> DiffSection? {
        lines.isEmpty ? nil : DiffSection(title: title, summary: summary(), lines: lines)
    }

    private var movedSection: DiffSection? {
        let lines = diff.moved.map {
            DiffSection.Line(
                kind: .changed, thing: .stop, id: $0.id.text, name: $0.name,
                text: "moved by \(meters($0.meters)) m", fields: $0.fields)
        }
        let farthest = diff.moved.first?.meters ?? 0
        return section(
            "places", lines,
            "\(count(lines.count, "stop")) moved, by up to \(meters(farthest)) m")
    }

    private var pathSection: DiffSection? {
        let parts = Dictionary(grouping: diff.map.paths, by: \.route)
        let lines = parts.sorted { $0.key < $1.key }.map { route, paths in
            DiffSection.Line(
                kind: .changed, thing: .route, id: route.text,
                text: [
                    (paths.count { $0.state == .after }, "added"),
                    (paths.count { $0.state == .before }, "removed"),
                ].filter { $0.0 > 0 }.map { "\(count($0.0, "segment")) \($0.1)" }
                    .joined(separator: ", "))
        }
        return section("route paths", lines, "changed in \(count(lines.count, "route"))")
    }

    private var tripSection: DiffSection? {
        let lines = diff.trips.routes.map { route in
            DiffSection.Line(
                kind: route.old == 0 ? .added : route.new == 0 ? .removed : .changed,
                thing: .route, id: route.routeID.text, name: route.name, text: words(route),
                lists: [
                    list("added", route.addedTrips, of: route.added),
                    list("removed", route.removedTrips, of: route.removed),
                    list("other days", route.daysChangedTrips, of: route.daysChanged),
                ].compactMap { $0 }, rows: route.rows, moreTrips: route.moreTrips)
        }
        func total(_ count: (TripChanges.OfRoute) -> Int) -> Int {
            diff.trips.routes.reduce(0) { $0 + count($1) }
        }
        let totals = counts([
            (total(\.added), "added"), (total(\.removed), "removed"), (total(\.changed), "changed"),
        ])
        return section(
            "trips", lines,
            "\(number(diff.trips.old)) → \(number(diff.trips.new)); \(totals), in "
                + count(lines.count, "route"))
    }

    private func words(_ route: TripChanges.OfRoute) -> String {
        var parts = ["\(number(route.old)) → \(count(route.new, "trip"))"]
        if route.areIDsNew {
            parts.append("nearly all ids are new")
            parts.append(
                route.runsAdded + route.runsRemoved == 0
                    ? "the runs are the same"
                    : "runs: "
                        + counts([(route.runsAdded, "added"), (route.runsRemoved, "removed")]))
            return parts.joined(separator: "; ")
        }
        let reasons = TripChanges.aspects.map { ($0.words, route[keyPath: $0.count]) }
            .filter { $0.1 > 0 }.map { "\($0.0) \(number($0.1))" }.joined(separator: ", ")
        parts.append(
            counts([
                (route.added, "added"), (route.removed, "removed"), (route.changed, "changed"),
            ]) + (route.changed > 0 ? " (\(reasons))" : ""))
        return parts.joined(separator: "; ")
    }

    private var serviceSection: DiffSection? {
        let ends = [(ChangeKind.removed, diff.service.daysLost), (.added, diff.service.daysGained)]
        let lines =
            ends.compactMap { kind, days -> DiffSection.Line? in
                guard let first = days.first, let last = days.last else { return nil }
                return DiffSection.Line(
                    kind: kind, id: first == last ? day(first) : "\(day(first)) to \(day(last))",
                    text: "\(count(days.count, "day")) with runs")
            }
            + diff.service.days.map {
                DiffSection.Line(
                    kind: .changed, id: day($0.date),
                    text: "\(number($0.old)) → \(count($0.new, "run")), "
                        + ($0.oldDepartures == $0.newDepartures
                            ? "" : "\(number($0.oldDepartures)) → ")
                        + count($0.newDepartures, "departure"))
            }
        func words(_ window: ServiceChanges.Window?) -> String {
            window.map { "\(day($0.first)) to \(day($0.last))" } ?? "no day"
        }
        return section(
            "service", lines,
            "\(words(diff.service.oldWindow)) → \(words(diff.service.newWindow))")
    }

    private var rowSection: DiffSection? {
        let others = diff.rows.count { $0.hasOtherContent }
        return section(
            "other files",
            diff.rows.map {
                DiffSection.Line(kind: .changed, id: $0.file, text: words($0), rows: $0.rows)
            },
            counts([
                (diff.rows.count - others, "with a different number of rows"),
                (others, "with different content"),
            ]))
    }

    private var fileSection: DiffSection? {
        section("files and columns", diff.files ?? []) { _ in ("", RowDifferences()) }
    }

    private var extensionSection: DiffSection? {
        section("files and columns beyond the reference", diff.extensions ?? []) {
            (words($0), $0.rows)
        }
    }

    private func section<Change: ChangeOfColumns>(
        _ title: String, _ changes: [Change],
        _ content: (Change) -> (text: String, rows: RowDifferences)
    ) -> DiffSection? {
        let lines = changes.map { change in
            let (text, rows) = content(change)
            return DiffSection.Line(
                kind: change.kind, id: change.file, text: text,
                lists: [
                    list("columns added", change.columnsAdded),
                    list("columns removed", change.columnsRemoved),
                ].compactMap { $0 }, rows: rows)
        }
        return section(
            title, lines,
            counts(
                ChangeKind.allCases.map { kind in
                    (lines.count { $0.kind == kind }, kind.rawValue)
                }))
    }

    private func words(_ change: ExtensionChange) -> String {
        let rows = counts([
            (change.rowsAdded, "added"), (change.rowsRemoved, "removed"),
            (change.rowsChanged, "changed"),
        ])
        let before = change.kind == .changed && change.old != change.new
        return (before ? "\(number(change.old)) → " : "")
            + count(change.kind == .removed ? change.old : change.new, "row")
            + (rows.isEmpty ? "" : "; \(rows)")
    }

    /// `columns added: trip_note, set`; nil for none.
    private func list(_ title: String, _ names: [String]) -> String? {
        names.isEmpty ? nil : "\(title): \(names.map(shortened).joined(separator: ", "))"
    }

    /// `added: T1, T2, T3 and 5 more`; nil for no trips.
    private func list(_ title: String, _ ids: [TripID], of count: Int) -> String? {
        guard !ids.isEmpty else { return nil }
        let rest = count > ids.count ? " and \(number(count - ids.count)) more" : ""
        return "\(title): \(ids.map(\.text).joined(separator: ", "))\(rest)"
    }

    func name(_ row: RowDifferences.Row) -> String {
        let key = row.key.map { "\($0.field) \(shortened($0.value))" }.joined(separator: ", ")
        let change = row.kind == .changed ? "" : row.kind.rawValue
        return [row.file, key, change].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    func words(_ fields: [Changes.Field]) -> String {
        fields.map { "\($0.field) \(shortened($0.old)) → \(shortened($0.new))" }
            .joined(separator: ", ")
    }

    /// A value on one line: lists of places are long.
    func shortened(_ value: String?) -> String {
        guard let value else { return "blank" }
        return value.count > 200 ? String(value.prefix(200)) + "…" : value
    }

    /// `and 3 more rows, 2 more trips`, of those that differ; nil when all are listed.
    func rest(_ line: DiffSection.Line, shown: Int) -> String? {
        let parts = [
            (line.rows.count - shown, "more row"), (shown == 0 ? 0 : line.moreTrips, "more trip"),
        ].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        return parts.isEmpty ? nil : "… and \(parts.joined(separator: ", "))"
    }

    // MARK: Numbers

    private func number(_ number: Int) -> String {
        isForPage ? Figures.grouped(number) : "\(number)"
    }

    func count(_ number: Int, _ thing: String) -> String {
        isForPage ? Figures.count(number, thing) : Quantity.count(number, thing)
    }

    private func meters(_ meters: Double) -> String {
        isForPage ? Figures.decimal(meters, digits: 1) : "\(meters)"
    }

    private func day(_ date: ServiceDate) -> String {
        isForPage
            ? Figures.day(year: date.year, month: date.month, day: date.day) : date.description
    }

    private func words(_ change: BundleDiff.RowChange) -> String {
        let before = change.old == change.new ? "" : "\(number(change.old)) → "
        return before + count(change.new, "row")
            + (change.hasOtherContent ? ", different content" : "")
    }

    /// `2 added, 1 changed`: zero counts are left out.
    private func counts(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }.joined(separator: ", ")
    }
}
