import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

/// The view `stop_times` gives the same rows but takes ten times as long, because SQL has to look
/// up every character and digit. `gtfs verify` reads the view, so the two check each other.
final class StopTimesExport {
    private enum Column {
        case trip, arrival, departure, stop, sequence, headsign, distance
        case code(Int)
        case flexText(Int)
        case flexTime(Int)
        case unknown(Int)
    }

    private let columns: [Column]
    private let patterns: PatternCalls
    private let headsigns: PositionLists
    private let flex: PositionLists
    private let unknown: ExtensionLists?
    private let trips: Statement
    private var times = TimingOffsets()

    init(_ connection: Connection, _ fields: [FieldSpec], unknown: PackedExtension?) throws {
        columns = PackedExtension.merge(fields.compactMap(Self.column), with: unknown) {
            .unknown($0)
        }
        self.unknown = try unknown.map {
            try ExtensionLists(connection, $0, owner: "trip", sequence: "stop_sequence")
        }
        patterns = try PatternCalls(connection)
        headsigns = try PositionLists(
            connection, "stop_headsigns", key: "stop_headsigns", columns: ["stop_headsign"])
        flex = try PositionLists(
            connection, "flex_stop_times", key: "flex", columns: BundleTables.flex)
        let numbers = Columns.packedNumbers.map { "dl.\($0)" }
        trips = try Statement(
            connection,
            """
            SELECT t.trip_id, t.trip, d.pattern, d.stop_headsigns, d.flex, t.origin,
              \((numbers + TimingOffsets.columns).joined(separator: ", "))
            FROM trip t
            CROSS JOIN trip_group d ON d.trip_group = t.trip_group
            LEFT JOIN timing ti ON ti.timing = t.timing
            LEFT JOIN dwell dw ON dw.dwell = ti.dwell
            LEFT JOIN distances dl ON dl.distances = t.distances
            ORDER BY t.trip_id
            """)
    }

    private static func column(_ field: FieldSpec) -> Column? {
        switch field.name {
        case "trip_id": return .trip
        case "arrival_time": return .arrival
        case "departure_time": return .departure
        case "stop_id": return .stop
        case "stop_sequence": return .sequence
        case "stop_headsign": return .headsign
        case "shape_dist_traveled": return .distance
        default: break
        }
        if let code = BundleTables.codes.firstIndex(of: field.name) { return .code(code) }
        guard let index = BundleTables.flex.firstIndex(of: field.name) else { return nil }
        return field.type == .time ? .flexTime(index) : .flexText(index)
    }

    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        var rows = 0
        while try trips.next() {
            rows += try writeTrip(&text)
            try destination.write(&text)
        }
        return rows
    }

    private func writeTrip(_ text: inout CSVText) throws -> Int {
        let row = trips.row
        let id = row.bytes(0)
        let runs = try unknown?.runs(of: row.int64(1) ?? 0) ?? []
        let calls = patterns.calls(row.int64(2) ?? 0)
        let headsigns = try self.headsigns.list(row.int64(3))
        let flex = try self.flex.list(row.int64(4))
        let origin = try TimingText.origin(row.int64(5) ?? 0)
        let distances = try row.packedNumbers(6, as: .digits, count: calls.count)
        if row.isNull(10) {
            times = TimingOffsets()
        } else {
            try times.decode(row, 10)
            try times.expect(calls.count)
        }
        let departures = times.departures
        let arrivals = times.arrivals
        for (position, call) in calls.enumerated() {
            for column in columns {
                switch column {
                case .trip: text.append(text: id)
                case .arrival: append(arrivals, at: position, origin: origin, to: &text)
                case .departure: append(departures, at: position, origin: origin, to: &text)
                case .stop: patterns.appendStop(call, to: &text)
                case .sequence: text.bytes.append(integer: patterns.sequences[call])
                case .code(let index):
                    if let code = patterns.code(call, index) { text.bytes.append(integer: code) }
                case .distance:
                    text.append(distances, at: position)
                case .headsign:
                    if let headsign = headsigns[Int64(position) + 1]?[0] {
                        text.append(text: headsign)
                    }
                case .unknown(let index):
                    let values = ExtensionLists.values(runs, at: patterns.sequences[call])
                    if let value = values?[index] { text.append(text: value) }
                case .flexText(let index):
                    if let value = flex[Int64(position) + 1]?[index] { text.append(text: value) }
                case .flexTime(let index):
                    if let value = flex[Int64(position) + 1]?[index], let time = Int32(value) {
                        text.bytes.append(time: time)
                    }
                }
                text.endCell()
            }
            text.endRow()
        }
        return calls.count
    }

    @inline(__always)
    private func append(
        _ offsets: [Int32], at position: Int, origin: Int32, to text: inout CSVText
    ) {
        guard position < offsets.count, offsets[position] != TimingText.noOffset else { return }
        text.bytes.append(time: origin + offsets[position])
    }
}
