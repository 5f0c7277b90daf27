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
            serviceSection, section("routes", diff.routes, of: .route, id: "route_id"),
            tripSection, section("stops", diff.stops, of: .stop, id: "stop_id"), movedSection,
            pathSection, section("agencies", diff.agencies, id: "agency_id"), rowSection,
            fileSection, extensionSection,
        ].compactMap { $0 }
    }

    /// Removed routes in the order of the trips that they had.
    private func section(
        _ title: String, _ changes: Changes, of thing: FeedThing? = nil, id field: String
    ) -> DiffSection? {
        func line(_ kind: ChangeKind, _ item: Changes.Item) -> DiffSection.Line {
            DiffSection.Line(kind: kind, thing: thing, id: item.id.text, name: item.name)
        }
        func changed(
            _ id: RecordID, _ former: RecordID?, _ name: String?, _ fields: [Changes.Field] = []
        ) -> DiffSection.Line {
            let key = former.map { Changes.Field(field: field, old: $0.text, new: id.text) }
            return DiffSection.Line(
                kind: .changed, thing: thing, id: id.text, name: name,
                fields: [key].compactMap { $0 } + fields)
        }
        var removed = changes.removed
        if thing == .route {
            let places = Dictionary(
                diff.trips.routes.enumerated().map { (RecordID($1.routeID.text), $0) }
            ) { first, _ in first }
            removed.sort { (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id) }
        }
        let lines =
            removed.map { line(.removed, $0) } + changes.added.map { line(.added, $0) }
            + changes.changed.map { changed($0.id, $0.formerID, $0.name, $0.fields) }
            + changes.rekeyed.map { changed($0.id, $0.formerID, $0.name) }
        return section(
            title, lines,
            totals(
                removed: changes.removed.count, added: changes.added.count,
                changed: changes.changed.count, rekeyed: changes.rekeyed.count))
    }

    /// `2 removed, 1 added, 416 re-keyed, 3 changed`, or `only ids changed: 416` if these are all.
    private func totals(
        removed: Int, added: Int, changed: Int, rekeyed: Int, areAll: Bool = true
    ) -> String {
        areAll && removed + added + changed == 0
            ? "only ids changed: \(number(rekeyed))"
            : counts([
                (removed, "removed"), (added, "added"), (rekeyed, "re-keyed"),
                (changed, "changed"),
            ])
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
                    list("removed", route.removedTrips, of: route.removed),
                    list("added", route.addedTrips, of: route.added),
                    list("other days", route.daysChangedTrips, of: route.daysChanged),
                ].compactMap { $0 }, rows: route.rows, moreTrips: route.moreTrips)
        }
        func total(_ count: (TripChanges.OfRoute) -> Int) -> Int {
            diff.trips.routes.reduce(0) { $0 + count($1) }
        }
        let totals = words(
            removed: total(\.removed), added: total(\.added), changed: total(\.changed),
            rekeyed: total(\.rekeyed),
            shifts: TripChanges.Shift.sums(diff.trips.routes.flatMap(\.shifts)))
        return section(
            "trips", lines,
            "\(number(diff.trips.old)) → \(number(diff.trips.new)); \(totals), in "
                + count(lines.count, "route"))
    }

    private func words(_ route: TripChanges.OfRoute) -> String {
        let shifted = route.shifts.reduce(0) { $0 + $1.trips }
        // Times that differ by nothing but a shift are told by it.
        let reasons = TripChanges.aspects.map {
            ($0.words, route[keyPath: $0.count] - ($0.count == \.timesChanged ? shifted : 0))
        }.filter { $0.1 > 0 }.map { "\($0.0) \(number($0.1))" }.joined(separator: ", ")
        return "\(number(route.old)) → \(count(route.new, "trip")); "
            + words(
                removed: route.removed, added: route.added, changed: route.changed,
                rekeyed: route.rekeyed, shifts: route.shifts)
            + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    /// `125 trips 3 min later; 2 removed, 1 changed`: re-keyed before changed, of which there may be
    /// reasons.
    private func words(
        removed: Int, added: Int, changed: Int, rekeyed: Int, shifts: [TripChanges.Shift]
    ) -> String {
        let listed = shifts.prefix(Self.mostShifts)
        let shifted = shifts.reduce(0) { $0 + $1.trips }
        let rest = shifted - listed.reduce(0) { $0 + $1.trips }
        let others = totals(
            removed: removed, added: added, changed: changed - shifted, rekeyed: rekeyed,
            areAll: shifts.isEmpty)
        let parts =
            listed.map {
                "\(count($0.trips, "trip")) \(duration(abs($0.seconds))) "
                    + ($0.seconds < 0 ? "earlier" : "later")
            } + [rest > 0 ? "\(count(rest, "trip")) by other times" : "", others]
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The shifts of a route that are told.
    private static let mostShifts = 3

    /// `1 h 3 min`.
    private func duration(_ seconds: Int) -> String {
        [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
            .filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }.joined(separator: " ")
    }

    private var serviceSection: DiffSection? {
        func end(_ kind: ChangeKind, _ days: [ServiceDate]) -> [DiffSection.Line] {
            days.isEmpty
                ? [] : [line(kind, days, "\(count(days.count, "day")) with runs")]
        }
        let lines =
            end(.removed, diff.service.daysLost)
            + diff.service.alike.map { days in
                let day = days[0]
                let kinds = days.count == 1 ? "" : "\(kind(of: days.map(\.date))): "
                return line(
                    .changed, days.map(\.date),
                    "\(kinds)\(number(day.old)) → \(count(day.new, "run")), "
                        + (day.oldDepartures == day.newDepartures
                            ? "" : "\(number(day.oldDepartures)) → ")
                        + count(day.newDepartures, "departure"))
            } + end(.added, diff.service.daysGained)
        func words(_ window: ServiceChanges.Window?) -> String {
            window.map { "\(day($0.first)) to \(day($0.last))" } ?? "no day"
        }
        return section(
            "service", lines,
            "\(words(diff.service.oldWindow)) → \(words(diff.service.newWindow))")
    }

    private func line(
        _ kind: ChangeKind, _ days: [ServiceDate], _ text: String
    ) -> DiffSection.Line {
        let ends = [days.min(), days.max()].compactMap { $0 }.map(day)
        return DiffSection.Line(
            kind: kind, id: Set(ends).count == 1 ? ends[0] : ends.joined(separator: " to "),
            text: text)
    }

    /// `20 weekdays`, `3 Sundays`.
    private func kind(of days: [ServiceDate]) -> String {
        let weekdays = Set(days.map(\.weekday))
        let isWeek = weekdays.isDisjoint(with: [.saturday, .sunday])
        let name =
            weekdays.count == 1
            ? weekdays.first.map { "\($0)".prefix(1).uppercased() + "\($0)".dropFirst() } : nil
        return count(days.count, name ?? (isWeek ? "weekday" : "day"))
    }

    private var rowSection: DiffSection? {
        let others = diff.rows.count { $0.hasOtherContent }
        return section(
            "other files",
            diff.rows.map {
                DiffSection.Line(kind: .changed, id: $0.file, text: words($0), rows: $0.rows)
            },
            counts([
                (diff.rows.count - others, "with more or fewer rows"),
                (others, "with other values"),
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
        isForPage ? Figures.grouped(number) : Quantity.count(number)
    }

    func count(_ number: Int, _ thing: String) -> String {
        isForPage ? Figures.count(number, thing) : Quantity.count(number, thing)
    }

    private func meters(_ meters: Double) -> String {
        isForPage
            ? Figures.decimal(meters, digits: 1) : Quantity.decimal(meters, digits: 1)
    }

    private func day(_ date: ServiceDate) -> String {
        isForPage
            ? Figures.day(year: date.year, month: date.month, day: date.day) : date.description
    }

    /// `15 → 13 rows: 2 removed`, `4 rows: 1 changed`.
    private func words(_ change: BundleDiff.RowChange) -> String {
        let before = change.old == change.new ? "" : "\(number(change.old)) → "
        let kinds = counts([
            (change.rowsRemoved ?? 0, "removed"), (change.rowsAdded ?? 0, "added"),
            (change.rowsChanged ?? 0, "changed"),
        ])
        let differing =
            switch change.file {
            case _ where !kinds.isEmpty: ": \(kinds)"
            case StopTime.file.name: ", some differ"
            case ShapePoint.file.name: "; shapes that differ: \(number(change.rows.count))"
            default: ", \(number(change.rows.count)) differ"
            }
        return before + count(change.new, "row") + differing
    }

    /// `2 added, 1 changed`: zero counts are left out.
    private func counts(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }.joined(separator: ", ")
    }
}
