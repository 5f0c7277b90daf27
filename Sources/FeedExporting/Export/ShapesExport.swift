import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

/// Writes `shapes.txt`, decoding the bundle's chunks of points.
struct ShapesExport {
    private enum Column {
        case id, latitude, longitude, sequence, distance
    }

    private let query: Statement
    private let columns: [Column]

    init(_ connection: Connection, _ fields: [FieldSpec]) throws {
        columns = fields.compactMap { field in
            switch field.name {
            case "shape_id": .id
            case "shape_pt_lat": .latitude
            case "shape_pt_lon": .longitude
            case "shape_pt_sequence": .sequence
            case "shape_dist_traveled": .distance
            default: nil
            }
        }
        // Bundles without exact shapes lack these columns.
        let hasRests = try connection.hasColumn("rests", of: "shape_chunk")
        let rests = ["rest_width", "latitude_unit", "longitude_unit", "rests"]
            .map { hasRests ? "c.\($0)" : "NULL" }.joined(separator: ", ")
        query = try Statement(
            connection,
            """
            SELECT s.shape_id, c.points, c.polyline, c.first_sequence, c.sequence_step,
              c.sequences, c.distance_base, c.distance_scale, c.distance_width, c.distance_codes,
              \(rests)
            FROM shape s CROSS JOIN shape_chunk c
            WHERE c.chunk BETWEEN s.first_chunk AND s.last_chunk
            ORDER BY s.shape_id, c.chunk
            """)
    }

    /// Writes all points and counts them.
    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        var rows = 0
        while try query.next() {
            rows += try writeChunk(&text)
            try destination.write(&text)
        }
        return rows
    }

    private func writeChunk(_ text: inout CSVText) throws -> Int {
        let id = query.row.bytes(0)
        let points = query.row.integer(1) ?? 0
        var polyline = PolylineDecoder(query.row.bytes(2))
        let first = query.row.int64(3) ?? 0
        let step = query.row.int64(4)
        let sequences = query.row.blob(5)
        let distances = try query.row.packedNumbers(6)
        let rests = try query.row.coordinateRests(10, points: points)
        for point in 0..<points {
            let place = polyline.next()
            let exact = rests?.point(
                point, latitude: Int(place.latitude), longitude: Int(place.longitude))
            for column in columns {
                switch column {
                case .id: text.append(text: id)
                case .latitude: text.append(exact?.latitude, orMillionths: place.latitude)
                case .longitude: text.append(exact?.longitude, orMillionths: place.longitude)
                case .sequence:
                    let offset =
                        step.map { $0 * Int64(point) }
                        ?? Int64(BigEndian.number(sequences, at: point, width: 4))
                    text.append(integer: first + offset)
                case .distance:
                    text.append(distances, at: point)
                }
                text.endCell()
            }
            text.endRow()
        }
        return points
    }
}

extension CSVText {
    /// A coordinate: as the feed had it, or as the polyline has it.
    fileprivate mutating func append(_ exact: Double?, orMillionths millionths: Int64) {
        if let exact {
            append(real: exact)
        } else {
            append(decimal: millionths, scale: 1_000_000)
        }
    }
}

/// Numbers of a few bytes in a blob.
private enum BigEndian {
    /// The number at a position, all numbers having the same width; 0 beyond the end.
    static func number(_ bytes: UnsafeRawBufferPointer, at position: Int, width: Int) -> UInt64 {
        guard (position + 1) * width <= bytes.count else { return 0 }
        var number: UInt64 = 0
        for index in position * width..<(position + 1) * width {
            number = number << 8 | UInt64(bytes[index])
        }
        return number
    }
}
