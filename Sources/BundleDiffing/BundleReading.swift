import BundleCodec
import BundleWriting
import FeedCompiling
import Foundation
import GTFSSchedule
import SQLiteLayer

final class BundleReading {
    private let published: PublishedBundle
    private let name: String
    private let metadata: [String: String]
    /// The ids that its stops and routes have in the new version, if it is the old one.
    var successors: (stops: Succession.IDs, routes: Succession.IDs) = ([:], [:])

    /// `name` is for readers; without one, it is the file's.
    init(path: String, name: String? = nil) throws {
        published = try PublishedBundle(path: path)
        self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
        metadata = try published.read {
            try RangeCheck.checkRanges($0)
            return try PublishedBundle.metadata($0)
        }
    }

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try published.read(body)
    }

    var version: BundleDiff.Version {
        BundleDiff.Version(
            name: name, bytes: published.bytes, feedVersion: metadata["feed_version"],
            contentHash: metadata["content_hash"], hasUnknownColumns: hasUnknownColumns)
    }

    func columns() throws -> [String: [String]] { try files().mapValues(\.columns) }

    private func files() throws -> [String: FileRead] {
        guard let text = metadata["files"] else { return [:] }
        do {
            return try JSONDecoder().decode([String: FileRead].self, from: Data(text.utf8))
        } catch {
            throw BundleError.notABundle(
                path: published.path, reason: "is damaged: files in metadata")
        }
    }

    private var hasUnknownColumns: Bool {
        do {
            let kept = try extensionTables().map {
                ($0.table.file, $0.table.columns.map(\.name.exact))
            }
            let names = Dictionary(kept) { first, _ in first }.mapValues { Set($0) }
            return try files().contains { file, read in
                !Set(read.unknownColumns.map(\.exact)).isSubset(of: names[file] ?? [])
            }
        } catch {
            // Unreadable parts may name some.
            return true
        }
    }

    func extensionTables() throws -> [(table: PackedExtension, rows: Int)] {
        guard let tables = PackedExtension.tables(metadata["extensions"]) else {
            throw BundleError.notABundle(
                path: published.path, reason: "is damaged: extensions in metadata")
        }
        return tables
    }

    private struct FileRead: Decodable {
        let columns: [String]
        let unknownColumns: [String]

        private enum CodingKeys: String, CodingKey {
            case columns
            case unknownColumns = "unknown_columns"
        }
    }

    func count(_ table: TableSpec) throws -> Int {
        try published.read { try $0.integer(BundleTables.count(table.name)) ?? 0 }
    }

    // MARK: Records

    /// In the order of their ids.
    func records(_ table: RecordTable) throws -> [Record] {
        try published.read { connection in
            let columns = try table.fields.map {
                try connection.hasColumn($0, of: table.name) ? $0 : "NULL"
            }.joined(separator: ", ")
            var records: [Record] = []
            try connection.readRows(
                """
                SELECT \(table.id), \(table.title), \(table.place), \(columns) FROM \(table.name)
                ORDER BY 1
                """
            ) { row in
                records.append(
                    Record(
                        id: RecordID(row.text(0) ?? ""), name: row.text(1),
                        fields: table.fields.indices.map { row.exactText(4 + $0) },
                        place: Place(latitude: row.real(2), longitude: row.real(3))))
            }
            return records
        }
    }

    // MARK: Service and trips

    func calendar() throws -> RunCalendar { try published.read(RunCalendar.init) }

    /// Returns what no digest has, for each trip if `keepsTrips`.
    func forEachTrip(
        in calendar: RunCalendar, on days: ClosedRange<Int>?, keepsTrips: Bool = false,
        _ body: (TripID, TripDigest) -> Void
    ) throws -> TripRemainder {
        let daysDigests = Self.digests(calendar, in: days)
        return try published.read { connection in
            try TripReading(
                connection, days: daysDigests, stops: successors.stops, routes: successors.routes
            )
            .forEachTrip(connection, keepsTrips: keepsTrips, body)
        }
    }

    /// Digests of what `stop_times.txt` says beyond the ``TripDigest``.
    func callsOfTrips(_ calendar: RunCalendar) throws -> [RecordID: Int] {
        try forEachTrip(in: calendar, on: nil, keepsTrips: true) { _, _ in }.callsOfTrips ?? [:]
    }

    private static func digests(_ calendar: RunCalendar, in days: ClosedRange<Int>?) -> [Int: Int] {
        calendar.services.mapValues { service in
            var hasher = Hasher()
            if let days { hasher.combine(service.days.changes(within: days)) }
            return hasher.finalize()
        }
    }
}

/// A table whose rows are compared by id, field by field.
struct RecordTable {
    let name: String
    /// In SQL, as the title and the place are.
    let id: String
    let title: String
    let fields: [String]
    var place = "NULL, NULL"
    /// With the name and the place, these say what it is.
    var knownBy: [String] = []
    /// Refers to another record: of an agency, or of the same table.
    var reference = ""
    var refersToItself = false

    /// Identified by name when the feed gives them no id.
    static let agencies = RecordTable(
        name: "agency", id: "coalesce(agency_id, agency_name, '')", title: "agency_name",
        fields: fields(of: Agency.table, besides: ["agency_id"]))
    static let routes = RecordTable(
        name: "routes", id: "route_id",
        title: "trim(coalesce(route_short_name, '') || ' ' || coalesce(route_long_name, ''))",
        fields: fields(of: Route.table, besides: ["route_id"]),
        knownBy: ["agency_id", "route_short_name", "route_long_name", "route_type"],
        reference: "agency_id")
    static let stops = RecordTable(
        name: "stops", id: "stop_id", title: "stop_name",
        fields: fields(of: Stop.table, besides: ["stop_id", "stop_lat", "stop_lon"])
            + ["effective_wheelchair_boarding"],
        place: "stop_lat, stop_lon",
        knownBy: ["location_type", "parent_station", "platform_code"],
        reference: "parent_station", refersToItself: true)

    private static func fields(of table: TableSpec, besides others: Set<String>) -> [String] {
        table.fields.map(\.name).filter { !others.contains($0) }
    }
}
