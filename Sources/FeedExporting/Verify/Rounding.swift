import FeedCompiling
import GTFSSchedule
import SQLiteLayer
import SystemLayer

/// As the bundle's contract or an option allows.
package struct RoundedValues: Sendable, Hashable, Encodable {
    /// In the plural, such as "points".
    package let what: String
    package let count: Int
    package let largestShift: Double
    package let unit: String
    /// Nil when `schema/bundle.sql` rounds.
    package let option: String?
}

protocol Rounding: AnyObject {
    func covers(_ field: Int, cell: UnsafeRawBufferPointer, in found: Columns) -> Bool
    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns)
    var values: [RoundedValues] { get }
}

/// Distinguishes rounded points of `shapes.txt` from wrong ones.
///
/// `schema/bundle.sql` keeps them to a millionth of a degree, so a coordinate may be off by half of
/// that at most, and the bundle's value must be a whole number of millionths.
final class CoordinateRounding: Rounding {
    typealias Point = (latitude: Double, longitude: Double)

    /// In degrees; doubles near 180 are a 30-trillionth apart, hence the slack.
    private static let largestShift = 0.5e-6 + 1e-13
    private static let metersPerDegree = 6_371_008.8 * Double.pi / 180

    private let latitude: Int
    private let longitude: Int
    private var count = 0
    private var largestMeters = 0.0

    init?(_ table: TableSpec, _ facts: BundledFeed) {
        guard table.file == ShapePoint.file, !facts.hasExactShapes,
            let latitude = table.fields.firstIndex(where: { $0.name == "shape_pt_lat" }),
            let longitude = table.fields.firstIndex(where: { $0.name == "shape_pt_lon" })
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    func covers(_ field: Int, cell: UnsafeRawBufferPointer, in found: Columns) -> Bool {
        guard field == latitude || field == longitude, found.isReal(field),
            let value = found.real(field), let said = CellText.decimal(cell)
        else { return false }
        return covers(said, value)
    }

    func covers(_ said: Double, _ value: Double) -> Bool {
        abs(said - value) <= Self.largestShift && value == (value * 1e6).rounded() / 1e6
    }

    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns) {
        func said(_ field: Int, or value: Double) -> Double {
            rows.withCell(entry, of: field) { CellText.decimal($0) } ?? value
        }
        let point = (found.real(latitude) ?? 0, found.real(longitude) ?? 0)
        add((said(latitude, or: point.0), said(longitude, or: point.1)), point)
    }

    func add(_ said: Point, _ found: Point) {
        count += 1
        let north = abs(said.latitude - found.latitude)
        // The flat length is correct to a part in ten million here, and never too short.
        let east =
            abs(said.longitude - found.longitude) * Double.cos(found.latitude * .pi / 180)
        largestMeters = max(
            largestMeters, (north * north + east * east).squareRoot() * Self.metersPerDegree)
    }

    var values: [RoundedValues] {
        guard count > 0 else { return [] }
        return [
            RoundedValues(
                what: "points", count: count, largestShift: largestMeters, unit: "m", option: nil)
        ]
    }
}

final class DistanceRounding: Rounding {
    private let field: Int
    private let step: DistanceStep
    private var count = 0
    private var largestShift = 0.0

    init?(_ table: TableSpec, _ facts: BundledFeed) {
        guard let step = facts.distanceStep,
            let field = table.fields.firstIndex(where: { $0.name == "shape_dist_traveled" })
        else { return nil }
        self.step = step
        self.field = field
    }

    func covers(_ field: Int, cell: UnsafeRawBufferPointer, in found: Columns) -> Bool {
        guard field == self.field, found.isReal(field), let said = CellText.decimal(cell) else {
            return false
        }
        return found.real(field).map { covers(said, $0) } ?? false
    }

    func covers(_ said: Double, _ value: Double) -> Bool { value == step.rounded(said) }

    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns) {
        let value = found.real(field) ?? 0
        add(rows.withCell(entry, of: field) { CellText.decimal($0) } ?? value, value)
    }

    func add(_ said: Double, _ found: Double) {
        count += 1
        largestShift = max(largestShift, abs(said - found))
    }

    var values: [RoundedValues] {
        guard count > 0 else { return [] }
        return [
            RoundedValues(
                what: "distances", count: count, largestShift: largestShift,
                unit: "of the feed's unit", option: "round-distances")
        ]
    }
}
