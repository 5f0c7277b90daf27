import BundleCodec
import SystemLayer

/// The network of a feed as background lines of a map: each street once, however many paths use it,
/// and never more than a page can hold.
///
/// Places are distinguished only as far as a drawing can: by a grid of a thousand cells across.
package struct MapBackdrop {
    static let mostSteps = 20_000

    private let cellHeight: Double
    private let cellWidth: Double
    private var steps: Set<Step> = []
    /// The first place in each cell, so that lines that part there join.
    private var places: [Cell: (latitude: Double, longitude: Double)] = [:]
    package private(set) var lines: [MapContent.Line] = []
    package private(set) var isCut = false

    private struct Cell: Hashable {
        let row: Int32
        let column: Int32
    }

    private struct Step: Hashable {
        let one: Cell
        let other: Cell

        init(_ first: Cell, _ second: Cell) {
            let isInOrder = (first.row, first.column) < (second.row, second.column)
            (one, other) = isInOrder ? (first, second) : (second, first)
        }
    }

    /// - Parameter stops: what the map must show, which determines its scale. A few distant ones,
    ///   which are usually mistakes, do not count.
    package init(of stops: [(latitude: Double, longitude: Double)]) {
        func most(of values: [Double]) -> (middle: Double, span: Double) {
            let sorted = values.sorted()
            let cut = sorted.count / 100
            guard let first = sorted.dropFirst(cut).first, let last = sorted.dropLast(cut).last
            else { return (0, 0) }
            return ((first + last) / 2, last - first)
        }
        let latitudes = most(of: stops.map(\.latitude))
        let longitudes = most(of: stops.map(\.longitude))
        let shortening = max(0.05, Double.cos(latitudes.middle * .pi / 180))
        // Five meters are never distinguished.
        cellHeight = max(latitudes.span, longitudes.span * shortening, 0.05) / 1000
        cellWidth = cellHeight / shortening
    }

    /// Adds a path; only the parts that no other path has are kept.
    ///
    /// Takes a list and not any sequence, which for other modules would be generic at run time and
    /// ten times as slow.
    package mutating func add(_ path: [(latitude: Double, longitude: Double)]) {
        var line: [(latitude: Double, longitude: Double)] = []
        var last: Cell?
        for place in path where Self.isPlace(place) {
            let cell = Cell(
                row: Int32((place.latitude / cellHeight).rounded()),
                column: Int32((place.longitude / cellWidth).rounded()))
            guard let before = last else {
                last = cell
                line = [known(cell, place)]
                continue
            }
            guard cell != before else { continue }
            guard steps.count < Self.mostSteps else {
                isCut = true
                break
            }
            let here = known(cell, place)
            if steps.insert(Step(before, cell)).inserted {
                line.append(here)
            } else {
                finish(line)
                line = [here]
            }
            last = cell
        }
        finish(line)
    }

    private mutating func known(
        _ cell: Cell, _ place: (latitude: Double, longitude: Double)
    ) -> (latitude: Double, longitude: Double) {
        if let known = places[cell] { return known }
        places[cell] = place
        return place
    }

    private mutating func finish(_ line: [(latitude: Double, longitude: Double)]) {
        if line.count > 1 { lines.append(MapContent.Line(through: line)) }
    }

    /// Whether numbers are a place, and neither 0, 0 nor out of range.
    package static func isPlace(_ place: (latitude: Double, longitude: Double)) -> Bool {
        Globe.contains(latitude: place.latitude, longitude: place.longitude)
            && (abs(place.latitude) > 0.001 || abs(place.longitude) > 0.001)
    }
}
