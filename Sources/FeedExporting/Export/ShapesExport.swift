import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

struct ShapesExport {
    private enum Column {
        case id, latitude, longitude, sequence, distance
        case unknown(Int)
    }

    private let query: Statement
    private let columns: [Column]
    private let unknown: ExtensionLists?

    init(_ connection: Connection, _ fields: [FieldSpec], unknown: PackedExtension?) throws {
        self.unknown = try unknown.map {
            try ExtensionLists(connection, $0, owner: "shape", sequence: "shape_pt_sequence")
        }
        let known: [Column] = fields.compactMap { field in
            switch field.name {
            case "shape_id": .id
            case "shape_pt_lat": .latitude
            case "shape_pt_lon": .longitude
            case "shape_pt_sequence": .sequence
            case "shape_dist_traveled": .distance
            default: nil
            }
        }
        columns = PackedExtension.merge(known, with: unknown) { .unknown($0) }
        let packed =
            Columns.packedNumbers.map { "c.distance_\($0)" } + (try Columns.restColumns(connection))
        query = try Statement(
            connection,
            """
            SELECT s.shape_id, c.points, c.polyline, c.first_sequence, c.sequence_step,
              c.sequences, \(packed.joined(separator: ", ")), s.shape
            FROM \(BundleTables.chunks)
            ORDER BY s.shape_id, c.chunk
            """)
    }

    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        var rows = 0
        while try query.next() {
            rows += try writeChunk(&text)
            try destination.write(&text)
        }
        return rows
    }

    private func writeChunk(_ text: inout CSVText) throws -> Int {
        let row = query.row
        let id = row.bytes(0)
        let points = row.integer(1) ?? 0
        let distances = try row.packedNumbers(6, as: .bytes, count: points)
        let rests = try row.coordinateRests(10, points: points)
        let sequences = try PointSequences(
            first: row.integer(3), step: row.integer(4),
            codes: row.isNull(5) ? nil : Array(row.blob(5)), count: points)
        let runs = try unknown?.runs(of: row.int64(14) ?? 0) ?? []
        var decoder = ShapePoints(row.bytes(2), count: points, rests: rests)
        var point = 0
        while let found = try decoder.next() {
            let place = found.place
            for column in columns {
                switch column {
                case .id: text.append(text: id)
                case .latitude: text.append(found.exact?.latitude, orMillionths: place.latitude)
                case .longitude: text.append(found.exact?.longitude, orMillionths: place.longitude)
                case .sequence:
                    text.bytes.append(integer: Int64(sequences[point]))
                case .unknown(let index):
                    let values = ExtensionLists.values(runs, at: Int64(sequences[point]))
                    if let value = values?[index] { text.append(text: value) }
                case .distance:
                    text.append(distances, at: point)
                }
                text.endCell()
            }
            text.endRow()
            point += 1
        }
        return points
    }
}

extension CSVText {
    /// Exact if the bundle has it, else from the polyline.
    fileprivate mutating func append(_ exact: Double?, orMillionths millionths: Int) {
        if let exact {
            bytes.append(real: exact)
        } else {
            bytes.append(decimal: Int64(millionths), scale: 1_000_000)
        }
    }
}
