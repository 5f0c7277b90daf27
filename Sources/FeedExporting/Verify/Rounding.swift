import FeedCompiling
import GTFSSchedule
import SQLiteLayer
import SystemLayer

/// What a bundle has less exactly than the feed, and may: by its contract, or by an option.
package struct RoundedValues: Sendable, Hashable, Encodable {
    /// What was rounded, in the plural, such as "points".
    package let what: String
    package let count: Int
    /// The largest difference between what the feed says and what the bundle has, in `unit`.
    package let largestShift: Double
    package let unit: String
    /// The option of the build that rounds; nil where `schema/bundle.sql` says that it is so.
    package let option: String?
}

/// Tells values that a bundle has rounded, and may, from those that are wrong.
protocol Rounding: AnyObject {
    /// Whether a cell that differs from the bundle's value was rounded to it.
    func covers(_ field: Int, _ cell: UnsafeRawBufferPointer, _ found: Columns) -> Bool
    /// Counts a row of which a cell was rounded.
    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns)
    /// Nothing when nothing was rounded.
    var values: [RoundedValues] { get }
}

/// Tells points of `shapes.txt` that were rounded from those that are wrong.
///
/// `schema/bundle.sql` keeps them to a millionth of a degree, so half of that is the most that a
/// coordinate may be off, and what the bundle has must be a number of millionths.
final class CoordinateRounding: Rounding {
    /// Degrees; doubles near 180 are a 30-trillionth apart, which is what the slack is for.
    private static let largestShift = 0.5e-6 + 1e-13
    private static let metersPerDegree = 6_371_008.8 * Double.pi / 180

    private let latitude: Int
    private let longitude: Int
    private var count = 0
    private var largestMeters = 0.0

    /// Nil where nothing may be rounded.
    init?(_ table: TableSpec, _ facts: FeedFacts) {
        guard table.file == ShapePoint.file, !facts.hasExactShapes,
            let latitude = table.fields.firstIndex(where: { $0.name == "shape_pt_lat" }),
            let longitude = table.fields.firstIndex(where: { $0.name == "shape_pt_lon" })
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether a cell that differs from the bundle's value was rounded to it.
    func covers(_ field: Int, _ cell: UnsafeRawBufferPointer, _ found: Columns) -> Bool {
        guard field == latitude || field == longitude, found.isReal(field),
            let value = found.real(field), let said = CellText.decimal(cell)
        else { return false }
        return abs(said - value) <= Self.largestShift && value == (value * 1e6).rounded() / 1e6
    }

    /// Counts a point of which a coordinate was rounded.
    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns) {
        count += 1
        func shift(_ field: Int) -> Double {
            guard let said = rows.withCell(entry, field, { CellText.decimal($0) }),
                let value = found.real(field)
            else { return 0 }
            return abs(said - value)
        }
        let north = shift(latitude)
        // The flat length is right to a part in ten million here, and never too short.
        let east = shift(longitude) * Double.cos((found.real(latitude) ?? 0) * .pi / 180)
        largestMeters = max(
            largestMeters, (north * north + east * east).squareRoot() * Self.metersPerDegree)
    }

    /// Nothing when no point was rounded.
    var values: [RoundedValues] {
        guard count > 0 else { return [] }
        return [
            RoundedValues(
                what: "points", count: count, largestShift: largestMeters, unit: "m", option: nil)
        ]
    }
}

/// Tells distances that `--round-distances` rounded.
final class DistanceRounding: Rounding {
    private let field: Int
    private let step: DistanceStep
    private var count = 0
    private var largestShift = 0.0

    /// Nil where nothing may be rounded.
    init?(_ table: TableSpec, _ facts: FeedFacts) {
        guard let step = facts.distanceStep,
            let field = table.fields.firstIndex(where: { $0.name == "shape_dist_traveled" })
        else { return nil }
        self.step = step
        self.field = field
    }

    func covers(_ field: Int, _ cell: UnsafeRawBufferPointer, _ found: Columns) -> Bool {
        guard field == self.field, found.isReal(field), let said = CellText.decimal(cell) else {
            return false
        }
        return found.real(field) == step.rounded(said)
    }

    func add(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns) {
        count += 1
        guard let said = rows.withCell(entry, field, { CellText.decimal($0) }),
            let value = found.real(field)
        else { return }
        largestShift = max(largestShift, abs(said - value))
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
