import BundleCodec
import SQLiteLayer
import TransitModel

struct NetworkMapReader {
    private let db: Database
    /// In millionths of a degree.
    private let places: [Int64: Polyline.Place]
    private let frame: LongitudeFrame

    /// In meters.
    private static let tolerance = 5.0

    init(_ db: Database) throws {
        self.db = db
        places = try db.readKeyed("SELECT sid, stop_lat, stop_lon FROM stops") { row in
            guard let sid = row.key(0), let latitude = row.real(1), let longitude = row.real(2),
                let place = LongitudeFrame.place(latitude: latitude, longitude: longitude)
            else { return nil }
            return (sid, place)
        }
        frame = LongitudeFrame(places.values.map(\.longitude))
    }

    func map() throws -> NetworkMap {
        var map = NetworkMap()
        var points: [Polyline.Place] = []
        try db.readRows("SELECT sid, location_type FROM stops ORDER BY sid") { row in
            guard let sid = row.key(0), let place = places[sid] else { return }
            map.sids.append(sid)
            map.kinds += Self.digit(row.integer(1))
            points.append(frame.moved(place))
        }
        map.places = Self.text(points.map(Self.rounded))
        var paths: [[Polyline.Place]] = []
        map.lines = try lines { paths.append($0) }
        map.box = LongitudeFrame.box(of: points) ?? LongitudeFrame.box(of: paths.joined())
        return map
    }

    private static func digit(_ kind: Int?) -> String {
        kind.flatMap { 0...4 ~= $0 ? String($0) : nil } ?? "0"
    }

    // MARK: Lines

    private struct Course {
        var color: String
        var rid: Int64?
        var order: Int
    }

    private func lines(_ see: ([Polyline.Place]) -> Void) throws -> [NetworkMap.Line] {
        let shapes = try shapeRows()
        var courses: [Int64: [Course]] = [:]
        var straight: [[Int64]: [Course]] = [:]
        try patterns { pattern, shape, course in
            if let shape, shapes[shape] != nil {
                Self.add(course, to: &courses[shape, default: []])
            } else {
                Self.add(course, to: &straight[try stops(of: pattern), default: []])
            }
        }
        var found: [(order: Int, line: NetworkMap.Line)] = []
        var seen: Set<NetworkMap.Line> = []
        func add(_ path: [Polyline.Place], _ courses: [Course]) {
            let points = Self.distinct(path.map(Self.rounded))
            guard points.count > 1 else { return }
            see(path)
            let polyline = Self.text(points)
            for course in courses {
                // The first of two shapes with the same path counts.
                let known = NetworkMap.Line(rid: nil, color: course.color, polyline: polyline)
                guard seen.insert(known).inserted else { continue }
                let line = NetworkMap.Line(
                    rid: course.rid, color: course.color, polyline: polyline)
                found.append((course.order, line))
            }
        }
        for (shape, courses) in courses.sorted(by: { $0.key < $1.key }) {
            guard let chunks = shapes[shape] else { continue }
            add(PathThinning.thinned(try path(chunks), meters: Self.tolerance), courses)
        }
        for (stops, courses) in straight.sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            add(frame.continuous(stops.compactMap { places[$0] }), courses)
        }
        return found.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element.line)
    }

    private static func add(_ course: Course, to courses: inout [Course]) {
        guard let place = courses.firstIndex(where: { $0.color == course.color }) else {
            courses.append(course)
            return
        }
        if course.order < courses[place].order { courses[place] = course }
    }

    private func patterns(_ body: (Int64, Int64?, Course) throws -> Void) throws {
        let routes = try RouteLookup(db: db).all()
        let places = Dictionary(
            routes.enumerated().map { ($0.element.rid, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        let unknown = Course(color: "808080", rid: nil, order: routes.count)
        try db.readRows(Self.patternsWithTrips) { row in
            guard let pattern = row.key(0) else { return }
            let course =
                row.key(1).flatMap { places[$0] }.map {
                    Course(
                        color: routes[$0].color.description, rid: routes[$0].rid, order: $0)
                } ?? unknown
            try body(pattern, row.key(2), course)
        }
    }

    private static let patternsWithTrips = """
        SELECT p.pattern, p.rid, p.shape FROM pattern p
        WHERE EXISTS (SELECT 1 FROM trip_group d
          CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
          WHERE d.pattern = p.pattern)
        ORDER BY p.pattern
        """

    /// The limit guards against damaged files: no trip has so many calls.
    private static let calls = """
        SELECT ps.sid FROM pattern p
        CROSS JOIN \(BundleTables.calls("ps"))
        WHERE p.pattern = ? LIMIT 20000
        """

    private func stops(of pattern: Int64) throws -> [Int64] {
        try db.readAll(Self.calls, arguments: [pattern]) { $0.key(0) }
    }

    private func shapeRows() throws -> [Int64: ClosedRange<Int64>] {
        try db.readKeyed(
            "SELECT shape, first_chunk, last_chunk FROM shape WHERE points > 1"
        ) { row in
            guard let shape = row.key(0), let first = row.key(1), let last = row.key(2),
                first <= last
            else { return nil }
            return (shape, first...last)
        }
    }

    private func path(_ chunks: ClosedRange<Int64>) throws -> [Polyline.Place] {
        var points: [Polyline.Place] = []
        try db.readRows(
            "SELECT points, polyline FROM shape_chunk WHERE chunk BETWEEN ? AND ? ORDER BY chunk",
            arguments: [chunks.lowerBound, chunks.upperBound]
        ) { row in
            let count = try row.required(row.integer(0), "points")
            points += try Polyline.decode(row.bytes(1), count: count)
        }
        return frame.continuous(points.filter(LongitudeFrame.isOnEarth))
    }

    // MARK: Five decimals

    /// Rounds to hundred-thousandths of a degree.
    private static func rounded(_ place: Polyline.Place) -> Polyline.Place {
        func rounded(_ number: Int) -> Int { (number + (number < 0 ? -5 : 5)) / 10 }
        return (rounded(place.latitude), rounded(place.longitude))
    }

    private static func distinct(_ points: [Polyline.Place]) -> [Polyline.Place] {
        var distinct: [Polyline.Place] = []
        for point in points {
            if let last = distinct.last, last == point { continue }
            distinct.append(point)
        }
        return distinct
    }

    private static func text(_ points: [Polyline.Place]) -> String {
        String(
            decoding: Polyline.encode(
                points.map { (Int32(clamping: $0.latitude), Int32(clamping: $0.longitude)) }),
            as: UTF8.self)
    }
}
