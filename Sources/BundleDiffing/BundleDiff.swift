import FeedReading
import Foundation
package import GTFSSchedule
import SystemLayer

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
    /// The farthest first.
    package let moved: [MovedStop]
    package let trips: TripChanges
    package let service: ServiceChanges
    package let rows: [RowChange]
    package let files: [FileChange]?
    package let extensions: [ExtensionChange]?
    package let map: MapChanges

    package struct Version: Sendable, Encodable {
        package let name: String
        package let bytes: Int
        let feedVersion: String?
        package let contentHash: String?
        let hasUnknownColumns: Bool
    }

    package struct MovedStop: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
        package let meters: Double
        package let fields: [Changes.Field]
    }

    package struct RowChange: Sendable, Encodable {
        package let file: String
        package let old: Int
        package let new: Int
        /// Neither the number of rows nor another part of the difference shows this.
        package let hasOtherContent: Bool
        /// Nil where not every row was compared.
        package let rowsAdded: Int?
        package let rowsRemoved: Int?
        package let rowsChanged: Int?
        package let rows: RowDifferences
    }

    /// Shorter moves are not listed: feeds round coordinates differently every night. If nothing
    /// else about the stops has changed, they count as other content of `stops.txt`.
    static let movedMeters = 1.0

    /// The names are for readers; without them, they are the files'.
    package init(
        old oldPath: String, named oldName: String? = nil, new newPath: String,
        named newName: String? = nil
    ) throws {
        let oldBundle = try BundleReading(path: oldPath, name: oldName)
        let newBundle = try BundleReading(path: newPath, name: newName)
        old = oldBundle.version
        new = newBundle.version
        func records(
            _ table: RecordTable, _ references: Succession.IDs = [:]
        ) throws -> (RowPairs<Record>, Changes, Succession.IDs) {
            var before = try oldBundle.records(table)
            let after = try newBundle.records(table)
            let ids = Succession.follow(&before, to: after, in: table, references: references)
            let pairs = RowPairs(before, after, by: \.currentID)
            return (pairs, Changes(pairs, fields: table.fields), ids)
        }
        let (_, agencies, agencyIDs) = try records(.agencies)
        let (routePairs, routes, routeIDs) = try records(.routes, agencyIDs)
        let (stopPairs, stops, stopIDs) = try records(.stops)
        oldBundle.successors = (stopIDs, routeIDs)
        let moved = Self.moved(stopPairs)
        self.agencies = agencies
        self.routes = routes
        self.stops = stops
        self.moved = moved
        let oldCalendar = try oldBundle.calendar()
        let newCalendar = try newBundle.calendar()
        service = ServiceChanges(oldCalendar, newCalendar)
        var comparison = TripComparison()
        let window = service.sharedDays
        let oldTrips = try oldBundle.forEachTrip(in: oldCalendar, on: window) {
            comparison.addOld($0, $1)
        }
        let newTrips = try newBundle.forEachTrip(in: newCalendar, on: window) {
            comparison.addNew($0, $1)
        }
        let comparedRows = RowComparison(
            old: oldBundle, new: newBundle, oldTrips: oldTrips, newTrips: newTrips
        ) {
            (
                try oldBundle.callsOfTrips(oldCalendar), try newBundle.callsOfTrips(newCalendar)
            )
        }
        var trips = comparison.changes(
            names: Dictionary(
                routePairs.all.compactMap { $1 ?? $0 }.map {
                    (RouteID($0.id.text), $0.name ?? "")
                }, uniquingKeysWith: { first, _ in first }))
        try trips.compareRows([Trip.table, StopTime.table].map(comparedRows.finder))
        self.trips = trips
        rows = try comparedRows.changes(besides: [
            "agency.txt": agencies.isEmpty, "routes.txt": routes.isEmpty,
            "stops.txt": stops.isEmpty && moved.isEmpty, "trips.txt": trips.isEmpty,
            "stop_times.txt": trips.isEmpty,
        ])
        let changedFiles = FileChange.all(
            from: try oldBundle.columns(), to: try newBundle.columns())
        files = changedFiles.isEmpty ? nil : changedFiles
        let extended = try ExtensionComparison(old: oldBundle, new: newBundle).changes()
        extensions = extended.isEmpty ? nil : extended
        map = MapChanges(stopPairs, paths: try RoutePaths.changes(oldBundle, newBundle))
    }

    /// All that the tables of a bundle have of its feed is compared, except the order of rows, and
    /// files and columns whose presence means something.
    package var isEmpty: Bool {
        agencies.isEmpty && routes.isEmpty && stops.isEmpty && moved.isEmpty && trips.isEmpty
            && service.isEmpty && rows.isEmpty && extensions == nil && map.paths.isEmpty
            && files?.contains(where: \.hasMeaning) != true
    }

    private static func moved(_ stops: RowPairs<Record>) -> [MovedStop] {
        let moves = stops.shared.compactMap { old, new -> MovedStop? in
            guard let before = old.placeOnGlobe, let after = new.placeOnGlobe else { return nil }
            let meters = before.meters(to: after)
            guard meters >= movedMeters else { return nil }
            return MovedStop(
                id: new.id, name: new.name, meters: (meters * 10).rounded() / 10,
                fields: Place.fields(before, after))
        }
        return moves.sorted { ($1.meters, $0.id) < ($0.meters, $1.id) }
    }

    /// Nothing that is compared differs, but the files do, and they have columns that their bundles
    /// do not hold.
    package var mayDifferElsewhere: Bool {
        isEmpty && haveOtherFiles && (old.hasUnknownColumns || new.hasUnknownColumns)
    }

    /// False where a bundle lacks the hash.
    private var haveOtherFiles: Bool {
        guard let before = old.contentHash, let after = new.contentHash else { return false }
        return before != after
    }
}

extension BundleDiff {
    package func json() throws -> String {
        let encoder = JSONEncoder.stable(.prettyPrinted, keys: .convertToSnakeCase)
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// `limit` is for the lines of each part; nil for all.
    package func words(limit: Int?) -> String {
        let title = "\(PlainText.onOneLine(old.name)) → \(PlainText.onOneLine(new.name))"
        if let verdict { return "\(title): \(verdict)\n" }
        let words = DiffWords(diff: self, isForPage: false)
        var text = "\(title)\n"
        for section in words.sections {
            text += "\(section.title): \(section.summary)\n"
            let shown = section.lines.prefix(limit ?? section.lines.count)
            for line in shown {
                text += "  \(Self.words(line, words))\n"
                for detail in Self.details(line, words, limit: limit) {
                    text += "      \(PlainText.onOneLine(detail))\n"
                }
            }
            let rest = section.lines.count - shown.count
            if rest > 0 { text += "  … and \(Quantity.count(rest)) more\n" }
        }
        return text
    }

    /// Nil when there is a difference in the compared parts.
    var verdict: String? {
        guard isEmpty else { return nil }
        if mayDifferElsewhere {
            return
                "the feeds differ only in parts that are not compared: the order or formatting of "
                + "rows, or data that bundles leave out, such as columns that the reference does "
                + "not know"
        }
        if let files {
            return "no difference, except in what has no values: "
                + files.map(\.words).joined(separator: "; ")
        }
        guard haveOtherFiles else { return "no difference" }
        return "no difference; the files of the feeds differ in the order or formatting of rows, "
            + "or in data that bundles leave out"
    }

    private static func words(_ line: DiffSection.Line, _ words: DiffWords) -> String {
        let mark =
            switch line.kind {
            case .added: "+"
            case .removed: "-"
            case .changed: "~"
            }
        let what = [mark, line.id, line.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let parts = [what, line.text, words.words(line.fields)].filter { !$0.isEmpty }
        return PlainText.onOneLine(parts.joined(separator: ": "))
    }

    /// The lists, and the rows that differ. `limit` is for the rows; nil for all.
    private static func details(
        _ line: DiffSection.Line, _ words: DiffWords, limit: Int?
    ) -> [String] {
        let shown = line.rows.rows.prefix(limit ?? line.rows.rows.count)
        let rows = shown.map { row in
            [words.name(row), words.words(row.fields)].filter { !$0.isEmpty }
                .joined(separator: ": ")
        }
        return line.lists + rows + [words.rest(line, shown: shown.count)].compactMap { $0 }
    }
}
