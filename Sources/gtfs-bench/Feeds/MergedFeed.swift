import GTFSSchedule

/// A feed like the merged ones of a nation or a continent, whose trips share little.
///
/// 65 agencies have had their feeds put into one, with a prefix for every id. Each line has a trip
/// that leaves out stops, so half of the patterns have one trip. In half of the parts trips begin
/// at seconds of their own, and in half of these all their running times are their own; the others
/// keep to whole minutes. Distances are of the trip, of the shape, or absent.
struct MergedFeed {
    private struct Line {
        let number: Int
        /// All its trips follow each other; the last one skips stops.
        let trips: Range<Int>

        var route: Int { number / 2 }
        var shapedStops: Int { 8 + MergedFeed.noise(number, 0) % 30 }

        func stop(_ position: Int) -> Int {
            let place = number % 2 == 0 ? position : shapedStops - 1 - position
            return route * stopsBetweenRoutes + place
        }

        func positions(of trip: Int) -> Range<Int> {
            trip + 1 == trips.upperBound ? 2..<shapedStops - 1 : 0..<shapedStops
        }
    }

    private static let parts = 65
    /// Neighboring routes share stops.
    private static let stopsBetweenRoutes = 12
    private static let pointsBetweenStops = 11
    private static let tripsOfLines = [2, 3, 4, 6, 10, 15, 25, 50, 110]

    private let lines: [Line]
    private let services: Int

    init(trips: Int) {
        var lines: [Line] = []
        var first = 0
        while first < trips {
            let next = first + Self.tripsOfLines[lines.count % Self.tripsOfLines.count] + 1
            lines.append(Line(number: lines.count, trips: first..<min(next, trips)))
            first = next
        }
        self.lines = lines
        services = max(trips / 8 / Self.parts, 1)
    }

    func write(to zip: ZipWriter) throws {
        try zip.add("agency.txt") { text in
            text.header("agency.txt")
            for part in 0..<Self.parts {
                text.line("f\(part):A,Agency \(part),https://example.org/\(part),Europe/Oslo")
            }
        }
        try zip.add("calendar.txt") { text in
            text.header("calendar.txt")
            forEachService { service, id in
                let days = ["1,1,1,1,1,0,0", "0,0,0,0,0,1,0", "0,0,0,0,0,0,1"][service % 3]
                text.line("\(id),\(days),20261101,20261231")
            }
        }
        try zip.add("calendar_dates.txt") { text in
            text.header("calendar_dates.txt")
            forEachService { service, id in
                for place in 0..<5 {
                    let day = 1 + (service + place * 7) % 30
                    text.line("\(id),202611\(Self.digits(day, 2)),\(1 + (service + place) % 2)")
                }
            }
        }
        try zip.add("routes.txt") { text in
            text.line("route_id,agency_id,route_short_name,route_long_name,route_type")
            for route in 0..<routes {
                let part = part(ofRoute: route)
                text.line("f\(part):R\(route),f\(part):A,\(route % 400),To the sea \(route),3")
            }
        }
        try zip.add("shapes.txt", body: writeShapes)
        try zip.add("stop_times.txt", body: writeStopTimes)
        try zip.add("stops.txt") { text in
            text.header("stops.txt")
            let last = lines.flatMap { [$0.stop(0), $0.stop($0.shapedStops - 1)] }.max() ?? 0
            for stop in 0...last {
                let place = Self.place(stop * Self.pointsBetweenStops)
                text.line("\(id(ofStop: stop)),Harbour \(stop),\(place)")
            }
        }
        try zip.add("trips.txt") { text in
            text.line("route_id,service_id,trip_id,trip_headsign,direction_id,block_id,shape_id")
            for line in lines {
                let part = part(ofRoute: line.route)
                for trip in line.trips {
                    let turn = trip - line.trips.lowerBound
                    let service = line.number * 5 + turn / 6
                    // Each block's trips have two hours.
                    let block = part % 4 == 0 ? "f\(part):B\(line.number).\(turn % 12)" : ""
                    text.line(
                        "f\(part):R\(line.route),\(Self.id(ofService: service % services, part)),"
                            + "\(id(ofTrip: trip, line)),Harbour \(line.number),\(line.number % 2),"
                            + "\(block),f\(part):L\(line.number)")
                }
            }
        }
    }

    private func writeShapes(_ text: inout FeedText) {
        text.header("shapes.txt", ",shape_dist_traveled")
        for line in lines {
            let part = part(ofRoute: line.route)
            for point in 0...(line.shapedStops - 1) * Self.pointsBetweenStops {
                let position = point / Self.pointsBetweenStops
                let rest = point % Self.pointsBetweenStops
                let way = line.number % 2 == 0 ? rest : -rest
                let place = Self.place(line.stop(position) * Self.pointsBetweenStops + way)
                let tenths = point * 3000 / Self.pointsBetweenStops
                text.line(
                    "f\(part):L\(line.number),\(place),\(point + 1),\(distance(tenths, part))")
            }
        }
    }

    private func writeStopTimes(_ text: inout FeedText) {
        text.header("stop_times.txt", ",shape_dist_traveled")
        for line in lines {
            let part = part(ofRoute: line.route)
            let hasOwnSeconds = part % 4 == 2
            let hasOwnDistances = part % 4 == 0
            for trip in line.trips {
                let turn = trip - line.trips.lowerBound
                var seconds = 4 * 3600 + turn * 18 * 60 / line.trips.count * 60
                if part % 2 == 0 { seconds += Self.noise(trip, 0) % 60 }
                let id = id(ofTrip: trip, line)
                for position in line.positions(of: trip) {
                    let run = Self.noise(line.number, position)
                    if hasOwnSeconds {
                        seconds += 60 + run % 60 + Self.noise(trip, position) % 30
                    } else {
                        seconds += run % 2 * 60 + (turn / 8 % 3 == run % 7 ? 120 : 60)
                    }
                    let own =
                        hasOwnDistances && position > 0 ? Self.noise(trip, position) % 400 : 0
                    let time = ServiceTime(seconds: seconds)
                    text.line(
                        "\(id),\(time),\(time),\(self.id(ofStop: line.stop(position))),"
                            + "\(position + 1),\(distance(position * 3000 - own, part))")
                }
            }
        }
    }

    private func forEachService(_ body: (_ service: Int, _ id: String) -> Void) {
        for part in 0..<Self.parts {
            for service in 0..<services { body(service, Self.id(ofService: service, part)) }
        }
    }

    private var routes: Int { (lines.count + 1) / 2 }

    private func part(ofRoute route: Int) -> Int { min(route, routes - 1) * Self.parts / routes }

    // MARK: Ids

    private func id(ofStop stop: Int) -> String {
        "f\(part(ofRoute: stop / Self.stopsBetweenRoutes)):\(1_000_000 + stop)"
    }

    /// 30 characters, as it happens in such feeds.
    private func id(ofTrip trip: Int, _ line: Line) -> String {
        let head = "f\(part(ofRoute: line.route)):Winter26.R\(line.route)."
        return head + Self.digits(trip, 30 - head.utf8.count)
    }

    private static func id(ofService service: Int, _ part: Int) -> String {
        "f\(part):Winter2026-Weekday-\(digits(service, 5))"
    }

    // MARK: Numbers

    /// Latitude and longitude; numbers that follow each other are some 27 m apart, in rows that go
    /// forth and back.
    private static func place(_ number: Int) -> String {
        let (row, place) = number.quotientAndRemainder(dividingBy: 5_500)
        let column = row % 2 == 0 ? place : 5_499 - place
        let latitude = 400_000_000 + row * 27_000 + noise(number, 1) % 400
        return "\(decimal(latitude, 7)),\(decimal(50_000_000 + column * 3_200, 7))"
    }

    /// Kilometers of some parts, meters with many decimals of others; most parts of the rest have
    /// none.
    private func distance(_ tenths: Int, _ part: Int) -> String {
        switch part % 8 {
        case 0, 4, 6: Self.decimal(tenths, 4)
        case 2: Self.decimal(tenths * 1_000_000_000 + Self.noise(tenths, part) % 999_999_999, 10)
        default: ""
        }
    }

    private static func decimal(_ number: Int, _ decimals: Int) -> String {
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        return "\(number / unit).\(digits(number % unit, decimals))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }

    private static func noise(_ one: Int, _ other: Int) -> Int {
        var random = SplitMix64(seed: UInt64(one << 8 ^ other))
        return Int(random.next() >> 32)
    }
}
