import FeedReading
import GTFSSchedule

/// The places that a filter's area or list of stops reaches: stops, groups with such a stop, and
/// zones that overlap the area.
struct FilterPlaces {
    private let area: FilterArea?
    private let stops: Set<StopID>
    private var groups: Set<ExactText> = []
    private var zones: Set<ExactText> = []

    init(_ area: FilterArea) {
        self.area = area
        stops = []
    }

    /// Stations mean all of their stops.
    init(stops: Set<StopID>) {
        area = nil
        self.stops = stops
    }

    mutating func add(_ row: CheckedRow, stops: StopTable) {
        guard let group = row.table.fields.firstIndex(where: { $0.name == "location_group_id" }),
            let stop = row.table.fields.firstIndex(where: { $0.name == "stop_id" }),
            let number = stops.ids.find(row.text(stop)), contains(number, of: stops)
        else { return }
        groups.insert(String(decoding: row.text(group), as: UTF8.self).exact)
    }

    mutating func add(_ feature: LocationFeature) {
        guard let geometry = feature.geometry.flatMap(JSONValue.init(text:)),
            let area, area.overlaps(AreaFile.polygons(geometry))
        else { return }
        zones.insert(feature.id.exact)
    }

    /// By number.
    func contains(_ stop: Int, of table: StopTable) -> Bool {
        area?.contains(latitude: table.latitudes[stop], longitude: table.longitudes[stop])
            ?? table.lineage(stop).contains { stops.contains(StopID(table.ids.string($0))) }
    }

    func contains(_ part: FlexRows.Part, _ texts: IDTable) -> Bool {
        func holds(_ places: Set<ExactText>, _ number: Int32) -> Bool {
            guard number != 0, !places.isEmpty else { return false }
            return places.contains(String(decoding: texts[Int(number) - 1], as: UTF8.self).exact)
        }
        return holds(groups, part.locationGroup) || holds(zones, part.location)
    }
}

extension FilterArea {
    /// Whether it shares a place with polygons, also across the antimeridian.
    func overlaps(_ polygons: [[Ring]]) -> Bool {
        Self.turns.contains { turn in
            drawn.overlapsAsDrawn(polygons.map { $0.map { $0.moved(by: turn) } })
        }
    }

    /// Longitudes only grow from west to east.
    private var drawn: FilterArea {
        guard case .box(let west, let south, let east, let north) = self, west > east else {
            return self
        }
        return .box(west: west, south: south, east: east + 360, north: north)
    }

    private func overlapsAsDrawn(_ polygons: [[Ring]]) -> Bool {
        let outlines = polygons.compactMap(\.first)
        let inside = FilterArea.polygons(polygons)
        return outlines.contains { outline in
            outline.points.contains { contains(latitude: $0.latitude, longitude: $0.longitude) }
                || self.outlines.contains { own in
                    own.points.contains {
                        inside.contains(latitude: $0.latitude, longitude: $0.longitude)
                    } || own.crosses(outline)
                }
        }
    }

    private var outlines: [Ring] {
        switch self {
        case .polygons(let polygons): polygons.compactMap(\.first)
        case .box(let west, let south, let east, let north):
            [
                Ring([
                    Point(longitude: west, latitude: south),
                    Point(longitude: east, latitude: south),
                    Point(longitude: east, latitude: north),
                    Point(longitude: west, latitude: north),
                ])
            ]
        }
    }
}

extension FilterArea.Ring {
    fileprivate func moved(by degrees: Double) -> FilterArea.Ring {
        FilterArea.Ring(
            points.map { .init(longitude: $0.longitude + degrees, latitude: $0.latitude) })
    }

    fileprivate func crosses(_ other: FilterArea.Ring) -> Bool {
        let others = other.sides
        return sides.contains { side in others.contains { side.crosses($0) } }
    }

    private var sides: [Side] {
        zip(points, points.dropFirst() + points.prefix(1)).map { Side(start: $0, end: $1) }
    }

    private struct Side {
        let start: FilterArea.Point
        let end: FilterArea.Point

        func crosses(_ other: Side) -> Bool {
            turns(other.start) != turns(other.end)
                && other.turns(start) != other.turns(end)
        }

        private func turns(_ point: FilterArea.Point) -> Bool {
            (end.longitude - start.longitude) * (point.latitude - start.latitude)
                > (end.latitude - start.latitude) * (point.longitude - start.longitude)
        }
    }
}
