package import GTFSSchedule

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The changes from one bundle to another, by the ids of the feed.
///
/// Neither integer keys nor the storage of rows are compared: two bundles with the same content
/// have no difference, however they were built. `schema/diff.schema.json` describes its JSON.
package struct BundleDiff: Sendable, Encodable {
    package let old: Version
    package let new: Version
    package let agencies: Changes
    package let routes: Changes
    package let stops: Changes
    /// Stops that have moved, the farthest first.
    package let moved: [MovedStop]
    package let trips: TripChanges
    package let service: ServiceChanges
    /// Numbers of rows of other files, if they have changed.
    package let rows: [RowChange]
    /// Where stops and paths changed.
    package let map: MapChanges

    /// The identification of a bundle.
    package struct Version: Sendable, Encodable {
        /// The name of its file.
        package let name: String
        package let bytes: Int
        package let feedVersion: String?
        package let contentHash: String?
    }

    /// A stop that has moved.
    package struct MovedStop: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
        package let meters: Double
    }

    /// A file with more or fewer rows.
    package struct RowChange: Sendable, Encodable {
        package let file: String
        package let old: Int
        package let new: Int
    }

    /// Shorter moves do not count: feeds round coordinates differently every night.
    package static let movedMeters = 1.0

    /// Compares the bundles at two paths.
    package init(old oldPath: String, new newPath: String) throws {
        let oldBundle = try BundleReading(path: oldPath)
        let newBundle = try BundleReading(path: newPath)
        old = oldBundle.version
        new = newBundle.version
        agencies = Changes(try oldBundle.agencies(), try newBundle.agencies())
        routes = Changes(try oldBundle.routes(), try newBundle.routes())
        let oldStops = try oldBundle.stops()
        let newStops = try newBundle.stops()
        stops = Changes(oldStops, newStops)
        moved = Self.moved(oldStops, newStops)
        let oldCalendar = try oldBundle.calendar()
        let newCalendar = try newBundle.calendar()
        service = ServiceChanges(oldCalendar, newCalendar)
        var comparison = TripComparison()
        let window = service.sharedDays
        try oldBundle.forEachTrip(oldCalendar, window) { comparison.addOld($0, $1) }
        try newBundle.forEachTrip(newCalendar, window) { comparison.addNew($0, $1) }
        trips = comparison.changes(
            names: oldBundle.routeNames().merging(newBundle.routeNames()) { $1 })
        rows = try Self.rowChanges(oldBundle, newBundle)
        map = MapChanges(oldStops, newStops, paths: try RoutePaths.changes(oldBundle, newBundle))
    }

    /// Whether nothing that is compared differs.
    package var isEmpty: Bool {
        agencies.isEmpty && routes.isEmpty && stops.isEmpty && moved.isEmpty && trips.isEmpty
            && service.isEmpty && rows.isEmpty && map.paths.isEmpty
    }

    private static func moved(_ old: [Record], _ new: [Record]) -> [MovedStop] {
        let places = Dictionary(
            old.map { ($0.id, $0.place) }, uniquingKeysWith: { first, _ in first })
        let moves = new.compactMap { stop -> MovedStop? in
            guard let place = stop.place, let before = places[stop.id] ?? nil else { return nil }
            let meters = before.meters(to: place)
            guard meters >= movedMeters else { return nil }
            return MovedStop(id: stop.id, name: stop.name, meters: (meters * 10).rounded() / 10)
        }
        return moves.sorted { ($1.meters, $0.id) < ($0.meters, $1.id) }
    }

    private static func rowChanges(
        _ old: BundleReading, _ new: BundleReading
    ) throws -> [RowChange] {
        try BundleReading.countedTables.compactMap { file, table in
            let before = try old.count(table)
            let after = try new.count(table)
            return before == after ? nil : RowChange(file: file, old: before, new: after)
        }
    }
}

extension BundleDiff {
    /// The difference for programs, as `schema/diff.schema.json` describes it.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// The difference for people at a terminal.
    ///
    /// - Parameter limit: the most lines of each part; nil for all.
    package func words(limit: Int?) -> String {
        let title = "\(PlainText.onOneLine(old.name)) → \(PlainText.onOneLine(new.name))"
        guard !isEmpty else { return "\(title): no difference\n" }
        var text = "\(title)\n"
        for section in sections {
            text += "\(section.title): \(section.summary)\n"
            let shown = section.lines.prefix(limit ?? section.lines.count)
            for line in shown { text += "  \(Self.words(line))\n" }
            let rest = section.lines.count - shown.count
            if rest > 0 { text += "  … and \(rest) more\n" }
        }
        return text
    }

    private static func words(_ line: DiffSection.Line) -> String {
        let mark =
            switch line.kind {
            case .added: "+"
            case .removed: "-"
            case .changed: "~"
            }
        let what = [mark, line.id, line.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return PlainText.onOneLine(line.text.isEmpty ? what : "\(what): \(line.text)")
    }
}
