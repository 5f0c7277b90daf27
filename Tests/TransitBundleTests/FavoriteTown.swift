import TestSupport
import TransitBundle

/// A town in which favorites are hard to find again: four stops of one name at each crossing, and a
/// railway whose platforms have the names of their stations.
struct FavoriteTown {
    struct Place {
        /// The same in every version of the town.
        let number: Int
        var id: String
        var name: String
        var coordinate: Coordinate
        var kind = LocationType.stop
        /// The number of the station.
        var station: Int?
        var platformCode = ""
    }

    struct Line {
        let name: String
        var stops: [Int]
        let direction: Int
    }

    var places: [Place] = []
    var lines: [Line] = []

    private static let avenues = [
        "Saint John Avenue", "Café Avenue", "North Road", "Mill Boulevard", "Park Avenue",
        "5th Avenue", "15th Avenue", "Saint Mary Road",
    ]
    private static let streets = [
        "1st Street", "11th Street", "Market Street", "Mount Pleasant Street", "High Street",
        "A Street", "Queen's Street", "Saint Joseph Street",
    ]

    /// The meters of a hundredth of a degree of latitude.
    private static let meters = 1111.95

    /// A town of eight avenues and eight streets, 280 meters apart.
    init() {
        for (row, street) in Self.streets.enumerated() {
            for (column, avenue) in Self.avenues.enumerated() {
                // East, west, north, south: on the right, behind the crossing.
                for (east, north) in [(18, -9), (-18, 9), (9, 18), (-9, -18)] {
                    add(
                        "\(avenue) & \(street)", east: column * 280 + east,
                        north: row * 280 + north)
                }
            }
        }
        for row in 0..<8 {
            let right = (0..<8).map { (row * 8 + $0) * 4 }
            lines.append(Line(name: "\(row + 1)", stops: right, direction: 0))
            lines.append(
                Line(name: "\(row + 1)", stops: right.reversed().map { $0 + 1 }, direction: 1))
        }
        for column in 0..<8 {
            let up = (0..<8).map { ($0 * 8 + column) * 4 + 2 }
            lines.append(Line(name: "\(column + 11)", stops: up, direction: 0))
            lines.append(
                Line(name: "\(column + 11)", stops: up.reversed().map { $0 + 1 }, direction: 1))
        }
        var platforms: [Int] = []
        for (number, street) in Self.streets.enumerated() {
            let station = places.count
            add("\(street) Station", east: -500, north: number * 400, kind: .station)
            for code in ["1", "2"] {
                // Some feeds have no codes, and both platforms at the place of the station.
                let isCoded = number.isMultiple(of: 2)
                add(
                    "\(street) Station", east: -500 + (isCoded && code == "2" ? 12 : 0),
                    north: number * 400, station: station, platformCode: isCoded ? code : "")
            }
            platforms.append(station + 1)
        }
        lines.append(Line(name: "R", stops: platforms, direction: 0))
        lines.append(Line(name: "R", stops: platforms.reversed().map { $0 + 1 }, direction: 1))
    }

    private mutating func add(
        _ name: String, east: Int, north: Int, kind: LocationType = .stop, station: Int? = nil,
        platformCode: String = ""
    ) {
        let start = Coordinate(latitude: 45, longitude: 7)
        places.append(
            Place(
                number: places.count, id: "\(1000 + places.count)", name: name,
                coordinate: Self.moved(start, east: Double(east), north: Double(north)),
                kind: kind, station: station, platformCode: platformCode))
    }

    private static func moved(
        _ place: Coordinate, east: Double, north: Double
    ) -> Coordinate {
        Coordinate(
            latitude: place.latitude + north / meters / 100,
            // Half of the root of two at 45 degrees.
            longitude: place.longitude + east / meters / 70.71)
    }
}

extension FavoriteTown {
    /// A third of the ids, chosen by chance, become new ones.
    mutating func renumber(_ random: inout SeededGenerator) {
        for index in places.indices.shuffled(using: &random).prefix(places.count / 3) {
            places[index].id = "N\(places[index].number)"
        }
    }

    /// The ids go on by some places: each stands for another stop.
    mutating func shiftIDs(by count: Int) {
        let ids = places.map(\.id)
        for index in places.indices { places[index].id = ids[(index + count) % ids.count] }
    }

    mutating func abbreviate() {
        for index in places.indices {
            for (long, short) in [
                ("Street", "St"), ("Avenue", "Ave."), ("Boulevard", "Blvd"), ("Road", "Rd"),
                ("Saint", "St."), ("North", "N"), ("Mount", "Mt"), ("Station", "Stn"), ("th ", " "),
            ] {
                places[index].name = places[index].name.split(separator: " ").map {
                    $0 == long ? short : String($0)
                }.joined(separator: " ")
            }
        }
    }

    /// Each place goes 30 meters in a direction of its own.
    mutating func move(_ random: inout SeededGenerator) {
        let ways: [(Double, Double)] = [
            (30, 0), (21.2, 21.2), (0, 30), (-21.2, 21.2), (-30, 0), (-21.2, -21.2), (0, -30),
            (21.2, -21.2),
        ]
        for index in places.indices {
            let way = ways.randomElement(using: &random) ?? (0, 0)
            places[index].coordinate = Self.moved(
                places[index].coordinate, east: way.0, north: way.1)
        }
    }

    /// A tenth of the stops are given up.
    mutating func giveUpStops(_ random: inout SeededGenerator) {
        let stations = Set(places.compactMap(\.station))
        let gone = Set(
            places.map(\.number).filter { !stations.contains($0) }.shuffled(using: &random)
                .prefix(places.count / 10))
        places.removeAll { gone.contains($0.number) }
        for index in lines.indices { lines[index].stops.removeAll(where: gone.contains) }
    }

    var files: [String: String] {
        let ids = Dictionary(uniqueKeysWithValues: places.map { ($0.number, $0.id) })
        var stops =
            "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code\n"
        for place in places {
            let station = place.station.flatMap { ids[$0] } ?? ""
            stops += "\(place.id),\(place.name),\(place.coordinate.latitude),"
            stops += "\(place.coordinate.longitude),\(place.kind.code),\(station),"
            stops += "\(place.platformCode)\n"
        }
        var routes = "route_id,route_short_name,route_type\n"
        for name in Set(lines.map(\.name)).sorted() { routes += "\(name),\(name),3\n" }
        var trips = "route_id,service_id,trip_id,direction_id\n"
        var calls = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        for line in lines {
            let trip = "\(line.name)-\(line.direction)"
            trips += "\(line.name),daily,\(trip),\(line.direction)\n"
            for (index, stop) in line.stops.enumerated() {
                let time = "08:\(10 + index):00"
                calls += "\(trip),\(ids[stop] ?? ""),\(index),\(time),\(time)\n"
            }
        }
        return TinyFeed.files(stops: stops, routes: routes, trips: trips, stopTimes: calls)
    }
}
