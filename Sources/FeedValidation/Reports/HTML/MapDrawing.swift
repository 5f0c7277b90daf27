import Foundation

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
                0.05, cos((latitudes.lowerBound + latitudes.upperBound) / 2 * .pi / 180))
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
