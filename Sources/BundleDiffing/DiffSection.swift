import GTFSSchedule
import SystemLayer
import WebPages

/// A part of a difference in words, for terminal and page alike.
struct DiffSection {
    /// One change.
    struct Line {
        enum Kind: String {
            case added
            case removed
            case changed
        }

        let kind: Kind
        let id: String
        let name: String?
        /// The change; empty when the thing was only added or removed.
        let text: String
        /// Lists of ids.
        var lists: [String] = []
        /// The rows behind it, some of them.
        var rows = RowDifferences()
        /// Trips that changed too.
        var moreTrips = 0
    }

    let title: String
    let summary: String
    let lines: [Line]
}

extension BundleDiff {
    /// The parts with changes.
    var sections: [DiffSection] {
        [
            Self.section("agencies", agencies), Self.section("routes", routes),
            Self.section("stops", stops), movedSection, pathSection, tripSection, serviceSection,
            rowSection,
        ].compactMap { $0 }
    }

    private static func section(_ title: String, _ changes: Changes) -> DiffSection? {
        guard !changes.isEmpty else { return nil }
        let lines =
            changes.added.map { line(.added, $0) } + changes.removed.map { line(.removed, $0) }
            + changes.changed.map { item in
                DiffSection.Line(
                    kind: .changed, id: item.id.text, name: item.name,
                    text: words(item.fields))
            }
        return DiffSection(
            title: title,
            summary: counts([
                (changes.added.count, "added"), (changes.removed.count, "removed"),
                (changes.changed.count, "changed"),
            ]), lines: lines)
    }

    private static func line(_ kind: DiffSection.Line.Kind, _ item: Changes.Item)
        -> DiffSection.Line
    {
        DiffSection.Line(kind: kind, id: item.id.text, name: item.name, text: "")
    }

    private var movedSection: DiffSection? {
        guard let farthest = moved.first else { return nil }
        return DiffSection(
            title: "places",
            summary: "\(Quantity.count(moved.count, "stop")) moved, by up to "
                + "\(farthest.meters) m",
            lines: moved.map {
                DiffSection.Line(
                    kind: .changed, id: $0.id.text, name: $0.name,
                    text: "moved by \($0.meters) m: \(Self.words($0.fields))")
            })
    }

    private var pathSection: DiffSection? {
        guard !map.paths.isEmpty else { return nil }
        let parts = Dictionary(grouping: map.paths, by: \.route)
        let lines = parts.sorted { $0.key < $1.key }.map { route, paths in
            DiffSection.Line(
                kind: .changed, id: route.text, name: nil,
                text: [
                    (paths.count { $0.state == .after }, "added"),
                    (paths.count { $0.state == .before }, "removed"),
                ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0, "segment")) \($0.1)" }
                    .joined(separator: ", "))
        }
        return DiffSection(
            title: "route paths",
            summary: "changed in \(Quantity.count(lines.count, "route"))", lines: lines)
    }

    private var tripSection: DiffSection? {
        guard !trips.isEmpty else { return nil }
        let lines = trips.routes.map { route in
            DiffSection.Line(
                kind: route.old == 0 ? .added : route.new == 0 ? .removed : .changed,
                id: route.routeID.text, name: route.name, text: Self.words(route),
                lists: [
                    Self.list("added", route.addedTrips, of: route.added),
                    Self.list("removed", route.removedTrips, of: route.removed),
                    Self.list("other days", route.daysChangedTrips, of: route.daysChanged),
                ].compactMap { $0 }, rows: route.rows, moreTrips: route.moreTrips)
        }
        let totals = Self.counts([
            (trips.routes.reduce(0) { $0 + $1.added }, "added"),
            (trips.routes.reduce(0) { $0 + $1.removed }, "removed"),
            (trips.routes.reduce(0) { $0 + $1.changed }, "changed"),
        ])
        return DiffSection(
            title: "trips",
            summary: "\(trips.old) → \(trips.new); \(totals), in "
                + Quantity.count(trips.routes.count, "route"), lines: lines)
    }

    private static func words(_ route: TripChanges.OfRoute) -> String {
        var parts = ["\(route.old) → \(Quantity.count(route.new, "trip"))"]
        if route.areIDsNew {
            parts.append("nearly all ids are new")
            parts.append(
                route.runsAdded + route.runsRemoved == 0
                    ? "the runs are the same"
                    : "runs: "
                        + counts([(route.runsAdded, "added"), (route.runsRemoved, "removed")]))
            return parts.joined(separator: "; ")
        }
        let reasons = [
            ("stops", route.callsChanged), ("boarding", route.boardingChanged),
            ("times", route.timesChanged),
            ("headways", route.headwaysChanged), ("headsign", route.headsignChanged),
            ("days", route.daysChanged), ("route", route.routeChanged),
            ("other fields", route.detailsChanged),
        ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        parts.append(
            counts([
                (route.added, "added"), (route.removed, "removed"), (route.changed, "changed"),
            ]) + (route.changed > 0 ? " (\(reasons))" : ""))
        return parts.joined(separator: "; ")
    }

    private var serviceSection: DiffSection? {
        guard !service.isEmpty else { return nil }
        var lines: [DiffSection.Line] = []
        for (kind, days) in [
            (DiffSection.Line.Kind.removed, service.daysLost), (.added, service.daysGained),
        ] {
            guard let first = days.first, let last = days.last else { continue }
            lines.append(
                DiffSection.Line(
                    kind: kind, id: first == last ? "\(first)" : "\(first) to \(last)", name: nil,
                    text: "\(Quantity.count(days.count, "day")) with runs"))
        }
        lines += service.days.map {
            DiffSection.Line(
                kind: .changed, id: "\($0.date)", name: nil,
                text: "\($0.old) → \(Quantity.count($0.new, "run")), \($0.oldDepartures) → "
                    + Quantity.count($0.newDepartures, "departure"))
        }
        func words(_ window: ServiceChanges.Window?) -> String {
            window.map { "\($0.first) to \($0.last)" } ?? "no day"
        }
        return DiffSection(
            title: "service",
            summary: "\(words(service.oldWindow)) → \(words(service.newWindow))", lines: lines)
    }

    private var rowSection: DiffSection? {
        guard !rows.isEmpty else { return nil }
        let others = rows.count { $0.hasOtherContent }
        return DiffSection(
            title: "other files",
            summary: Self.counts([
                (rows.count - others, "with a different number of rows"),
                (others, "with different content"),
            ]),
            lines: rows.map {
                DiffSection.Line(
                    kind: .changed, id: $0.file, name: nil, text: Self.words($0),
                    rows: $0.rows)
            })
    }

    /// `added: T1, T2, T3 and 5 more`; nil for no trips.
    private static func list(_ title: String, _ ids: [TripID], of count: Int) -> String? {
        guard !ids.isEmpty else { return nil }
        let rest = count > ids.count ? " and \(count - ids.count) more" : ""
        return "\(title): \(ids.map(\.text).joined(separator: ", "))\(rest)"
    }

    fileprivate static func words(_ row: RowDifferences.Row) -> String {
        let key = row.key.map { "\($0.field) \($0.value)" }.joined(separator: ", ")
        let fields = words(row.fields)
        let change =
            switch row.kind {
            case .added: "added"
            case .removed: "removed"
            case .changed: ""
            }
        return [row.file, key, change, fields].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    private static func words(_ fields: [Changes.Field]) -> String {
        fields.map { "\($0.field) \(shortened($0.old)) → \(shortened($0.new))" }
            .joined(separator: ", ")
    }

    /// A value on one line of a terminal: lists of places are long.
    private static func shortened(_ value: String?) -> String {
        guard let value else { return "blank" }
        return value.count > 200 ? String(value.prefix(200)) + "…" : value
    }

    private static func words(_ change: RowChange) -> String {
        let before = change.old == change.new ? "" : "\(change.old) → "
        return before + Quantity.count(change.new, "row")
            + (change.hasOtherContent ? ", different content" : "")
    }

    /// `2 added, 1 changed`: zero counts are left out.
    private static func counts(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension DiffSection.Line {
    /// The lists, and the rows that differ: which, in which fields, from what to what.
    ///
    /// - Parameter limit: the most rows; nil for all.
    func details(limit: Int?) -> [String] {
        let shown = rows.rows.prefix(limit ?? rows.rows.count)
        let more = rows.count - shown.count
        let trips = shown.isEmpty ? 0 : moreTrips
        let rest = [(more, "more row"), (trips, "more trip")].filter { $0.0 > 0 }
            .map { Quantity.count($0.0, $0.1) }.joined(separator: ", ")
        return lists + shown.map(BundleDiff.words) + (rest.isEmpty ? [] : ["… and \(rest)"])
    }
}
