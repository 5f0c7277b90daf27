import FeedCompiling
import GTFSSchedule
import WebPages

struct ReportMap: Sendable {
    let backdrop: MapContent
    let isCut: Bool
    private let stops: [StopID: Stop]

    struct Stop: Sendable {
        let name: String?
        let latitude: Double
        let longitude: Double
    }

    private static let stopLimit = 3000

    init() {
        backdrop = MapContent()
        isCut = false
        stops = [:]
    }

    init(_ feed: LoadedFeed, _ groups: [ValidationReport.Group]) {
        var named: [StopID: Stop] = [:]
        for id in groups.lazy.flatMap(\.samples).flatMap(\.stopIDs) where named[StopID(id)] == nil {
            guard let number = feed.stopIDs.find(id), let stop = feed.stop(number),
                let place = Self.place(stop.stopLat, stop.stopLon)
            else { continue }
            named[StopID(id)] = Stop(
                name: stop.stopName, latitude: place.latitude, longitude: place.longitude)
        }
        stops = named
        let places = feed.stops.rows.compactMap { Self.place($0.stopLat, $0.stopLon) }
        var network = MapBackdrop(of: places)
        Self.addShapes(of: feed, to: &network)
        Self.addPatterns(of: feed, to: &network)
        let step = max(1, places.count / Self.stopLimit)
        backdrop = MapContent(
            lines: network.lines,
            stops: network.lines.isEmpty && !places.isEmpty
                ? MapContent.polyline(
                    stride(from: 0, to: places.count, by: step).map { places[$0] })
                : nil)
        isCut = network.isCut
    }

    subscript(stopID: String) -> Stop? { stops[StopID(stopID)] }

    private static func addShapes(of feed: LoadedFeed, to backdrop: inout MapBackdrop) {
        for shape in feed.shapes.points where !backdrop.isCut {
            backdrop.add(
                shape.read { points in
                    shape.indices.map { (points.latitude($0), points.longitude($0)) }
                })
        }
    }

    /// One for each sequence of stops of trips without a shape.
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

    private static func place(
        _ latitude: Double?, _ longitude: Double?
    ) -> (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, MapBackdrop.isPlace((latitude, longitude)) else {
            return nil
        }
        return (latitude, longitude)
    }
}
