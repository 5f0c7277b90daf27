import FeedCompiling
import Foundation
import GTFSSchedule
import SystemLayer

/// The places of a feed's stops, and of the stops that the samples name.
struct ReportMap: Sendable {
    struct Place: Sendable, Hashable {
        let latitude: Double
        let longitude: Double
    }

    /// A place that samples name.
    struct Mark: Sendable {
        let place: Place
        let stopID: String
        let code: String
        let severity: NoticeSeverity
    }

    /// Some of the stops, as a backdrop.
    let stops: [Place]
    let marks: [Mark]

    private static let stopLimit = 3000
    private static let markLimit = 500

    init(_ feed: LoadedFeed, _ groups: [ValidationReport.Group]) {
        let rows = feed.stops.rows
        let step = max(1, rows.count / Self.stopLimit)
        stops = stride(from: 0, to: rows.count, by: step).compactMap {
            Self.place(rows[$0].stopLat, rows[$0].stopLon)
        }
        var marks: [Mark] = []
        for group in groups {
            var seen: Set<StopID> = []
            for notice in group.samples {
                for id in notice.stopIDs where seen.insert(StopID(id)).inserted {
                    guard seen.count <= Self.markLimit, let number = feed.stopIDs.find(id),
                        let stop = feed.stop(number),
                        let place = Self.place(stop.stopLat, stop.stopLon)
                    else { continue }
                    marks.append(
                        Mark(
                            place: place, stopID: id, code: group.code, severity: group.severity))
                }
            }
        }
        self.marks = marks
    }

    /// Nil for places that are none.
    private static func place(_ latitude: Double?, _ longitude: Double?) -> Place? {
        guard let latitude, let longitude, -90...90 ~= latitude, -180...180 ~= longitude,
            abs(latitude) > 0.001 || abs(longitude) > 0.001
        else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }
}

/// Draws the stops of a feed, and those that samples name, without a network: dots on a plane.
struct MapDrawing {
    private let map: ReportMap

    private static let width = 1000.0

    init(_ map: ReportMap) {
        self.map = map
    }

    /// A section with an SVG; empty when nothing is located.
    var html: String {
        guard !map.marks.isEmpty else { return "" }
        let frame = Frame(map.stops + map.marks.map(\.place))
        var svg = "<section class=\"map\">\n<h2>Where <span class=\"quiet\">"
        svg += "\(map.marks.count) places that the samples name, north is up</span></h2>\n"
        svg += "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(frame.height))\" role=\"img\""
        svg += " aria-label=\"Map of the located notices\">\n<g class=\"stop\">"
        for stop in map.stops { svg += Self.dot(frame.point(stop), radius: 2) + "/>" }
        svg += "</g>\n"
        // Errors are drawn last, so that they lie on top.
        for severity in NoticeSeverity.allCases.reversed() {
            for mark in map.marks where mark.severity == severity {
                let title = XMLText.escaped("\(mark.code): \(mark.stopID)")
                svg += Self.dot(frame.point(mark.place), radius: 5)
                svg += " class=\"\(HTMLReport.cssClass(severity))\"><title>\(title)</title>"
                svg += "</circle>\n"
            }
        }
        return svg + "</svg>\n</section>\n"
    }

    private static func dot(_ point: (x: Double, y: Double), radius: Int) -> String {
        "<circle cx=\"\(tenths(point.x))\" cy=\"\(tenths(point.y))\" r=\"\(radius)\""
    }

    private static func tenths(_ number: Double) -> String {
        "\((number * 10).rounded() / 10)"
    }

    /// From degrees to the drawing: longitudes are shortened by the cosine of the middle latitude.
    private struct Frame {
        let height: Double
        private let west: Double
        private let north: Double
        private let scale: Double
        private let shortening: Double
        private let left: Double
        private let top: Double

        init(_ places: [ReportMap.Place]) {
            // A few stops far away, which are mistakes more often than not, must not shrink the
            // rest to a point.
            let latitudes = Self.middle(places.map(\.latitude))
            let longitudes = Self.middle(places.map(\.longitude))
            shortening = max(
                0.05, Double.cos((latitudes.lowerBound + latitudes.upperBound) / 2 * .pi / 180))
            let across = max((longitudes.upperBound - longitudes.lowerBound) * shortening, 0.002)
            let down = max(latitudes.upperBound - latitudes.lowerBound, 0.002)
            height = min(max(MapDrawing.width * down / across, 300), 1000).rounded()
            scale = min((MapDrawing.width - 40) / across, (height - 40) / down)
            west = longitudes.lowerBound
            north = latitudes.upperBound
            left = (MapDrawing.width - across * scale) / 2
            top = (height - down * scale) / 2
        }

        func point(_ place: ReportMap.Place) -> (x: Double, y: Double) {
            let x = left + (place.longitude - west) * shortening * scale
            let y = top + (north - place.latitude) * scale
            return (min(max(x, 6), MapDrawing.width - 6), min(max(y, 6), height - 6))
        }

        /// The range of the values without the outermost two in a hundred.
        private static func middle(_ values: [Double]) -> ClosedRange<Double> {
            let sorted = values.sorted()
            guard let first = sorted.first, let last = sorted.last else { return 0...0 }
            let cut = sorted.count / 100
            guard sorted.count > 2 * cut else { return first...last }
            return sorted[cut]...sorted[sorted.count - 1 - cut]
        }
    }
}
