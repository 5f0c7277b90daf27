import BundleCodec
import SQLiteLayer

/// It gives up on anything unusual; the view then decides.
struct StoredPoints {
    struct Point {
        let latitude: Double
        let longitude: Double
        let sequence: Int64
        /// NaN for none.
        let distance: Double
    }

    private(set) var points: [Point] = []
    private(set) var kind = 0
    private let query: Statement
    private let hasRests: Bool

    /// In millionths of a degree; anything beyond is not a place.
    private static let farthest = 1_000_000_000

    init(_ connection: Connection) throws {
        hasRests = try connection.hasColumn("rests", of: "shape_chunk")
        let rests =
            hasRests ? "c.rest_width, c.latitude_unit, c.longitude_unit, c.rests" : "0, 0, 0, 0"
        query = try Statement(
            connection,
            """
            SELECT c.points, c.polyline, c.first_sequence, c.sequence_step, c.sequences,
              c.distance_base, c.distance_scale, c.distance_width, c.distance_codes, \(rests)
            FROM shape s JOIN shape_chunk c ON c.chunk BETWEEN s.first_chunk AND s.last_chunk
            WHERE s.shape_id = ? ORDER BY c.chunk
            """)
    }

    mutating func read(_ id: UnsafeRawBufferPointer) throws -> Bool {
        points.removeAll(keepingCapacity: true)
        kind = 0
        try query.start(SQLBytes.text(id))
        while try query.next() {
            guard readChunk(query.row) else { return false }
        }
        return true
    }

    private mutating func readChunk(_ row: Columns) -> Bool {
        guard row.isInteger(0), let count = row.integer(0), 1...1_000_000 ~= count, row.isText(1),
            let sequences = Self.sequences(row, count: count),
            let places = Self.places(row.bytes(1), count: count)
        else { return false }
        var distances: StoredNumbers?
        if !row.isNull(8) {
            guard let list = StoredNumbers(row, 5, as: .bytes, count: count) else { return false }
            distances = list
        } else if !(5...7).allSatisfy(row.isNull) {
            return false
        }
        var rests: StoredRests?
        if hasRests, !row.isNull(9) {
            guard let list = StoredRests(row, 9, points: count) else { return false }
            rests = list
        }
        kind |= 1 << ((distances?.kind ?? 0) % 60)
        if rests != nil { kind |= 1 << 60 }
        if row.isNull(3) { kind |= 1 << 61 }
        for place in 0..<count {
            let (latitude, longitude) = places[place]
            points.append(
                Point(
                    latitude: rests?.latitude(place, latitude) ?? Double(latitude) / 1_000_000,
                    longitude: rests?.longitude(place, longitude) ?? Double(longitude) / 1_000_000,
                    sequence: sequences[place], distance: distances?.values[place] ?? .nan))
        }
        return true
    }

    private static func sequences(_ row: Columns, count: Int) -> [Int64]? {
        let range = Int64(-1) << 40...Int64(1) << 40
        guard row.isInteger(2), let first = row.int64(2), range ~= first else { return nil }
        if !row.isNull(3) {
            guard row.isInteger(3), let step = row.int64(3), range ~= step else { return nil }
            return (0..<Int64(count)).map { first + step * $0 }
        }
        guard row.isBlob(4), case let codes = row.blob(4), codes.count == count * 4 else {
            return nil
        }
        return (0..<count).map { place in
            codes[place * 4..<place * 4 + 4].reduce(0) { $0 << 8 | Int64($1) } + first
        }
    }

    /// In millionths of a degree; nil unless there are exactly `count`.
    private static func places(
        _ text: UnsafeRawBufferPointer, count: Int
    ) -> [(latitude: Int, longitude: Int)]? {
        var index = 0
        func difference() -> Int? {
            var number = 0
            for group in 0..<7 where index < text.count {
                let character = Int(text[index])
                guard 63...126 ~= character else { return nil }
                index += 1
                number += (character - (character < 95 ? 63 : 95)) << (5 * group)
                if character < 95 {
                    return number % 2 == 0 ? number / 2 : -(number / 2) - 1
                }
            }
            return nil
        }
        var places: [(latitude: Int, longitude: Int)] = []
        places.reserveCapacity(count)
        var latitude = 0
        var longitude = 0
        for _ in 0..<count {
            guard let north = difference(), let east = difference() else { return nil }
            latitude += north
            longitude += east
            guard abs(latitude) <= farthest, abs(longitude) <= farthest else { return nil }
            places.append((latitude, longitude))
        }
        return index == text.count ? places : nil
    }
}

/// Reads the digits that the polyline of a chunk leaves out: `shape_chunk.rests` of
/// `schema/bundle.sql`.
private struct StoredRests {
    private let width: Int
    private let latitudeUnit: Double
    private let longitudeUnit: Double
    private var rests: [Int] = []

    init?(_ row: Columns, _ column: Int, points: Int) {
        guard row.isInteger(column), let width = row.integer(column), 1...10 ~= width,
            row.isReal(column + 1), let latitudeUnit = row.real(column + 1), latitudeUnit > 0,
            row.isReal(column + 2), let longitudeUnit = row.real(column + 2), longitudeUnit > 0,
            row.isBlob(column + 3) || row.isText(column + 3)
        else { return nil }
        let characters = row.blob(column + 3)
        guard characters.count == points * 2 * width,
            characters.allSatisfy({ 63...126 ~= $0 })
        else { return nil }
        self.width = width
        self.latitudeUnit = latitudeUnit
        self.longitudeUnit = longitudeUnit
        for start in stride(from: 0, to: characters.count, by: width) {
            let number = characters[start..<start + width].reduce(0) { $0 << 6 | (Int($1) - 63) }
            rests.append(number - 1 << (6 * width - 1))
        }
    }

    func latitude(_ place: Int, _ millionths: Int) -> Double {
        Self.degrees(millionths, rest: rests[place * 2], unit: latitudeUnit)
    }

    func longitude(_ place: Int, _ millionths: Int) -> Double {
        Self.degrees(millionths, rest: rests[place * 2 + 1], unit: longitudeUnit)
    }

    private static func degrees(_ millionths: Int, rest: Int, unit: Double) -> Double {
        if unit < 1 { return Double(millionths) / 1_000_000 + Double(rest) * unit }
        return (Double(millionths) * unit + Double(rest)) / (unit * 1_000_000)
    }
}
