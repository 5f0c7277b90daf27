package import GTFSSchedule
import WebPages

package struct MapChanges: Sendable, Encodable {
    package struct StopPlace: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
        let kind: Kind
        package let old: Place?
        package let new: Place?

        /// Nil when the stop has not moved, or is on no map.
        fileprivate init?(_ old: Record?, _ new: Record?) {
            let before = old?.placeOnGlobe
            let after = new?.placeOnGlobe
            guard let stop = new ?? old, before != nil || after != nil else { return nil }
            if old != nil, new != nil {
                guard let before, let after, before.meters(to: after) >= BundleDiff.movedMeters
                else { return nil }
            }
            id = stop.id
            name = stop.name
            kind = old == nil ? .added : new == nil ? .removed : .moved
            self.old = before
            self.new = after
        }
    }

    enum Kind: String, Sendable, Encodable {
        case added, removed, moved
    }

    struct Path: Sendable, Encodable {
        let route: RecordID
        let color: String?
        let state: MapContent.State
        /// With five decimals.
        let polyline: String
    }

    package let stops: [StopPlace]
    let paths: [Path]
    let isCut: Bool

    static let mostStops = 2000
    static let mostPaths = 1000

    init(_ records: RowPairs<Record>, paths: [Path]) {
        let stops = records.all.compactMap { StopPlace($0, $1) }
        isCut = stops.count > Self.mostStops || paths.count > Self.mostPaths
        self.stops = Array(stops.prefix(Self.mostStops))
        self.paths = Array(paths.prefix(Self.mostPaths))
    }

    /// By stop, `rows` has the address to which its mark leads.
    func content(rows: [RecordID: String]) -> MapContent {
        var marks: [MapContent.Mark] = []
        for stop in stops {
            let name = PlainText.onOneLine(
                stop.name.map { "\($0) (\(stop.id.text))" } ?? stop.id.text)
            func mark(_ place: Place?, state: MapContent.State, kind: String) {
                guard let place else { return }
                marks.append(
                    MapContent.Mark(
                        latitude: place.latitude, longitude: place.longitude, name: name,
                        link: rows[stop.id], kind: kind, state: state))
            }
            let kind = stop.kind == .moved ? "changed" : stop.kind.rawValue
            mark(stop.old, state: .before, kind: kind)
            mark(stop.new, state: .after, kind: kind)
        }
        let lines = paths.map {
            MapContent.Line(
                polyline: $0.polyline,
                color: $0.color ?? ($0.state == .before ? "C22A2A" : "1A7F37"),
                state: $0.state)
        }
        return MapContent(lines: lines, marks: marks)
    }
}
