/// The digits of coordinates that a polyline with six decimals leaves out.
///
/// `shape_chunk` has them beside the polyline in bundles built with `--exact-shapes`. Each point
/// has two rests, for its latitude and its longitude. A rest takes `width` characters of the
/// polyline's alphabet, 63 to 126, six bits each, the highest first:
///
///     width 2    ? ?        | ~ ~        | _ @
///                code 0     | code 4095  | code 32 * 64 + 1
///
/// and is a whole number: the code less 2^(6 * width - 1). With m, the polyline's coordinate in
/// millionths of a degree, and the unit of its axis,
///
///     unit 1 and above     coordinate = (m * unit + rest) / (unit * 1000000)
///     unit below 1         coordinate = m / 1000000 + rest * unit
///
/// The first is for coordinates with a few more decimals: the unit is a power of ten. The second is
/// for all others: the unit is a power of two, in which the difference of two doubles so close
/// together is always a whole number. Only the last step of either rounds, here and in SQL, and the
/// sum of the second is exactly the double that was packed.
package struct CoordinateRests: Equatable, Sendable {
    package let width: Int
    package let latitudeUnit: Double
    package let longitudeUnit: Double
    package let codes: [UInt8]

    /// In degrees, as in the feed.
    package typealias Point = (latitude: Double, longitude: Double)

    private static let widest = 10

    package static func millionths(_ degrees: Double) -> Int32 {
        Int32((degrees * 1e6).rounded())
    }

    package static func areNone(_ points: [Point]) -> Bool {
        points.allSatisfy {
            $0.latitude == Double(millionths($0.latitude)) / 1e6
                && $0.longitude == Double(millionths($0.longitude)) / 1e6
        }
    }

    /// Nil when the points are too far apart for one unit, which one point never is.
    package init?(_ points: [Point]) {
        guard let latitudes = AxisRests(points.map(\.latitude)),
            let longitudes = AxisRests(points.map(\.longitude))
        else { return nil }
        let largest = max(latitudes.largest, longitudes.largest)
        guard let width = (1...Self.widest).first(where: { largest < Self.bias($0) }) else {
            return nil
        }
        self.width = width
        latitudeUnit = latitudes.unit
        longitudeUnit = longitudes.unit
        var codes: [UInt8] = []
        codes.reserveCapacity(points.count * 2 * width)
        for (latitude, longitude) in zip(latitudes.rests, longitudes.rests) {
            for rest in [latitude, longitude] {
                let code = rest + Self.bias(width)
                for place in (0..<width).reversed() {
                    codes.append(63 + UInt8(truncatingIfNeeded: code >> Int64(6 * place) & 63))
                }
            }
        }
        self.codes = codes
    }

    package init?(
        width: Int64?, latitudeUnit: Double?, longitudeUnit: Double?, codes: [UInt8]?, points: Int
    ) throws(DamagedEncoding) {
        if width == nil, codes?.isEmpty ?? true { return nil }
        guard let width, let latitudeUnit, let longitudeUnit, let codes,
            1...Int64(Self.widest) ~= width, latitudeUnit > 0, latitudeUnit <= 1e15,
            longitudeUnit > 0, longitudeUnit <= 1e15
        else { throw DamagedEncoding(.coordinateRests, "their width or a unit is impossible") }
        guard codes.count % (2 * Int(width)) == 0, codes.count / (2 * Int(width)) == points else {
            throw DamagedEncoding(
                .coordinateRests, "\(codes.count) characters for \(points) points")
        }
        if let wrong = codes.firstIndex(where: { !(63...126 ~= $0) }) {
            throw DamagedEncoding(
                .coordinateRests, "one has the character \(codes[wrong])",
                at: wrong / (2 * Int(width)))
        }
        self.width = Int(width)
        self.latitudeUnit = latitudeUnit
        self.longitudeUnit = longitudeUnit
        self.codes = codes
    }

    /// Counted from 0; the coordinates are the polyline's, in millionths.
    package func point(_ place: Int, latitude: Int, longitude: Int) -> Point {
        (
            Self.degrees(latitude, rest: rest(place * 2), unit: latitudeUnit),
            Self.degrees(longitude, rest: rest(place * 2 + 1), unit: longitudeUnit)
        )
    }

    private func rest(_ position: Int) -> Int64 {
        guard (position + 1) * width <= codes.count else { return 0 }
        let code = codes[position * width..<(position + 1) * width].reduce(0 as Int64) {
            $0 << 6 | Int64($1 - 63)
        }
        return code - Self.bias(width)
    }

    fileprivate static func degrees(_ millionths: Int, rest: Int64, unit: Double) -> Double {
        unit < 1
            ? Double(millionths) / 1e6 + Double(rest) * unit
            : (Double(millionths) * unit + Double(rest)) / (unit * 1e6)
    }

    private static func bias(_ width: Int) -> Int64 { 1 << Int64(6 * width - 1) }
}

private struct AxisRests {
    let unit: Double
    let rests: [Int64]

    var largest: Int64 { rests.lazy.map { abs($0) }.max() ?? 0 }

    /// In the form with the smaller numbers; nil when neither fits.
    init?(_ coordinates: [Double]) {
        let forms = [Self.decimalUnit(coordinates), Self.binaryUnit(coordinates)]
            .compactMap { unit in unit.flatMap { AxisRests(coordinates, unit: $0) } }
        guard let best = forms.min(by: { $0.largest < $1.largest }) else { return nil }
        self = best
    }

    private init?(_ coordinates: [Double], unit: Double) {
        self.unit = unit
        var rests: [Int64] = []
        rests.reserveCapacity(coordinates.count)
        for coordinate in coordinates {
            let millionths = CoordinateRests.millionths(coordinate)
            let rest = Self.rest(coordinate, millionths: Double(millionths), unit: unit)
            // Numbers of ten characters that are exact as doubles.
            guard abs(rest) < 0x1p59, let whole = Int64(exactly: rest),
                CoordinateRests.degrees(Int(millionths), rest: whole, unit: unit) == coordinate
            else { return nil }
            rests.append(whole)
        }
        self.rests = rests
    }

    private static func rest(_ coordinate: Double, millionths: Double, unit: Double) -> Double {
        unit < 1
            ? (coordinate - millionths / 1e6) / unit
            : (coordinate * unit * 1e6).rounded() - millionths * unit
    }

    private static func decimalUnit(_ coordinates: [Double]) -> Double? {
        var unit = 1.0
        for coordinate in coordinates {
            while true {
                let numerator = (coordinate * unit * 1e6).rounded()
                // Beyond this not every whole number is a double.
                guard abs(numerator) <= 0x1p53 else { return nil }
                if numerator / (unit * 1e6) == coordinate { break }
                guard unit < 1e15 else { return nil }
                unit *= 10
            }
        }
        return unit
    }

    private static func binaryUnit(_ coordinates: [Double]) -> Double? {
        var unit = 0.5
        for coordinate in coordinates {
            let rest = coordinate - Double(CoordinateRests.millionths(coordinate)) / 1e6
            guard rest != 0 else { continue }
            let last = Int(rest.exponent) - rest.significandWidth
            unit = min(unit, Double(sign: .plus, exponent: last, significand: 1))
        }
        return unit
    }
}
