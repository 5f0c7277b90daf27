import FeedCompiling
import GTFSSchedule
import WebPages

/// The network of a feed as lines, and the places that the samples of notices name.
struct ReportMap: Sendable {
    /// The content of the page's map: each mark links to its notice.
    let content: MapContent
    /// The number of places that the samples name.
    let places: Int
    /// Whether lines were left out.
    let isCut: Bool

    /// The most places of a code, and of all, that are marked.
    private static let markLimit = 200
    private static let totalLimit = 1000
    /// The number of stops that are drawn at most when nothing connects them.
    private static let stopLimit = 3000

    init(_ feed: LoadedFeed, _ groups: [ValidationReport.Group]) {
        var marks: [MapContent.Mark] = []
        var places = 0
        for group in groups {
            var seen: Set<String> = []
            for notice in group.samples {
                for id in notice.stopIDs where seen.insert(id).inserted {
                    guard let number = feed.stopIDs.find(id), let stop = feed.stop(number),
                        let place = Self.place(stop.stopLat, stop.stopLon)
                    else { continue }
                    places += 1
                    guard seen.count <= Self.markLimit, marks.count < Self.totalLimit else {
                        continue
                    }
                    let name = stop.stopName.map { "\($0) (\(id))" } ?? id
                    marks.append(
                        MapContent.Mark(
                            latitude: place.latitude, longitude: place.longitude,
                            name: "\(group.code): \(name)", link: "#\(group.code)",
                            kind: HTMLReport.cssClass(group.severity)))
                }
            }
        }
        self.places = places
        guard !marks.isEmpty else {
            content = MapContent()
            isCut = false
            return
        }
        let stops = feed.stops.rows.compactMap { Self.place($0.stopLat, $0.stopLon) }
        var backdrop = MapBackdrop(of: stops)
        Self.addShapes(of: feed, to: &backdrop)
        Self.addPatterns(of: feed, to: &backdrop)
        let step = max(1, stops.count / Self.stopLimit)
        content = MapContent(
            lines: backdrop.lines, marks: marks,
            stops: backdrop.lines.isEmpty
                ? MapContent.polyline(stride(from: 0, to: stops.count, by: step).map { stops[$0] })
                : nil)
        isCut = backdrop.isCut
    }

    private static func addShapes(of feed: LoadedFeed, to backdrop: inout MapBackdrop) {
        for shape in feed.shapes.points where !backdrop.isCut {
            backdrop.add(
                shape.read { points in
                    shape.indices.map { (points.latitude($0), points.longitude($0)) }
                })
        }
    }

    /// Adds lines through the stops of trips without a shape, one for each sequence of stops.
    private static func addPatterns(of feed: LoadedFeed, to backdrop: inout MapBackdrop) {
        let points = feed.stopPoints
        var seen: Set<Int> = []
        for index in 0..<feed.trips.definedCount where !backdrop.isCut {
            guard feed.shapes.isEmpty(Int(feed.trips.columns.shape[index])) else { continue }
            let calls = feed.trip(index).calls
            var hash = Hasher()
            for call in calls { hash.combine(call.stop) }
            guard seen.insert(hash.finalize()).inserted else { continue }
            backdrop.add(
                calls.compactMap { points.located($0.stop) }.map {
                    (points.latitude[$0], points.longitude[$0])
                })
        }
    }

    /// Nil when this is not a place.
    private static func place(
        _ latitude: Double?, _ longitude: Double?
    ) -> (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, MapBackdrop.isPlace((latitude, longitude)) else {
            return nil
        }
        return (latitude, longitude)
    }
}
