import BundleWriting
import GRDB
import TestSupport
import Testing

@Suite("Distances")
struct DistanceTests {
    /// The cells of a trip: of one size and as many decimals, some of them blank.
    private func cells(_ generator: inout SeededGenerator) -> [String] {
        let sizes: [Double] = [1, 60, 5000, 1e6, 1e10]
        let scales: [Double] = [1, 10, 100, 1e4, 1e6, 1e12]
        let largest = sizes.randomElement(using: &generator) ?? 1
        let scale = scales.randomElement(using: &generator) ?? 1
        let kind = Int.random(in: 0..<8, using: &generator)
        return (0..<12).map { _ in
            if Int.random(in: 0..<8, using: &generator) == 0 { return "" }
            let number = Double.random(in: 0...largest, using: &generator)
            switch kind {
            case 0: return "\(number)"
            case 1: return "\(Double(Float(number)))"
            default: return "\((number * scale).rounded() / scale)"
            }
        }
    }

    /// Cells that no other list should be made of.
    private static let edges = [
        "-0", "5e-324", "1e308", "-1e308", "1e-300", "0.30000000000000004", "9007199254740993",
        "1e19", "-123456789012345678", "0.901692722877", "", "1.7976931348623157e308", "0.90",
    ]

    private func feed(_ lists: [[String]]) -> TestFeed {
        var stopTimes =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
        var shapes =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
        for (trip, cells) in lists.enumerated() {
            for (stop, cell) in cells.enumerated() {
                stopTimes += "T\(trip),08:00:00,08:00:00,S\(stop),\(stop),\(cell)\n"
                shapes += "\(trip),48.\(stop),2.\(stop),\(stop),\(cell)\n"
            }
        }
        var feed = StopTimesFeed(trips: lists.count, stops: lists[0].count).feed([])
        feed["stop_times.txt"] = stopTimes
        feed["shapes.txt"] = shapes
        return feed
    }

    private func bits(_ bundle: BuiltBundle, _ sql: String) throws -> [UInt64?] {
        try bundle.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                let number: Double? = row[0]
                return number?.bitPattern
            }
        }
    }

    private func expectExact(_ lists: [[String]]) throws -> BuiltBundle {
        let bundle = try BuiltBundle(feed(lists))
        let expected = lists.flatMap { $0 }.map { Double($0)?.bitPattern }
        let stopTimes = try bits(
            bundle,
            """
            SELECT shape_dist_traveled FROM stop_times
            ORDER BY CAST(substr(trip_id, 2) AS INTEGER), stop_sequence
            """)
        #expect(stopTimes == expected)
        let shapes = try bits(
            bundle,
            """
            SELECT shape_dist_traveled FROM shapes
            ORDER BY CAST(shape_id AS INTEGER), shape_pt_sequence
            """)
        #expect(shapes == expected)
        #expect(try bundle.count("SELECT count(*) FROM rejected") == 0)
        return bundle
    }

    @Test("Distances of every trip's own come out of the views bit for bit")
    func ownLists() throws {
        var generator = SeededGenerator(seed: 8)
        let lists = (0..<600).map { _ in cells(&generator) }
        let bundle = try expectExact(lists)
        #expect(try bundle.count("SELECT count(DISTINCT width) FROM distances") >= 4)
    }

    @Test("Distances that many trips share are in digits, and come out bit for bit")
    func sharedLists() throws {
        var generator = SeededGenerator(seed: 9)
        let lists = (0..<60).map { _ in cells(&generator) } + [Array(Self.edges.prefix(12))]
        let bundle = try expectExact(lists.flatMap { Array(repeating: $0, count: 16) })
        #expect(try bundle.count("SELECT count(*) FROM distances WHERE width < 0") == 0)
        #expect(try bundle.count("SELECT count(DISTINCT width) FROM distances") >= 4)
        #expect(try bundle.count("SELECT count(*) FROM distances WHERE scale = 0") > 0)
    }

    @Test("A list of one width and form comes out of the views", arguments: 2...8)
    func widths(_ width: Int) throws {
        var lists: [[String]] = []
        var largest = 200.0
        for _ in 2..<width { largest *= 256 }
        lists.append(["0", "", "\(largest / 2)", "\(largest)", "-0.5"])
        let bundle = try expectExact(lists)
        #expect(try bundle.count("SELECT -width FROM distances") == width)
        #expect(try bundle.count("SELECT distance_width FROM shape_chunk") == width)
    }

    @Test("Numbers of every size come out of the views, alone and beside others")
    func edges() throws {
        let one = Self.edges[0]
        let bundle = try expectExact(
            Self.edges.map { [$0, one] } + Self.edges.map { [$0, "2.5"] }
                + Self.edges.map { ["5e-324", $0] })
        #expect(try bundle.count("SELECT count(*) FROM distances WHERE scale = 0") > 10)
    }

    @Test("A value that does not fit a double is rejected, never lost")
    func rejected() throws {
        let bundle = try BuiltBundle(feed([["0", "1e999", "nan", "0x1p3", "7"]]))
        #expect(
            try bundle.lines("SELECT shape_dist_traveled FROM stop_times ORDER BY stop_sequence")
                == ["0", "", "", "", "7"])
        #expect(
            try bundle.lines(
                "SELECT value FROM rejected WHERE file = 'stop_times.txt' ORDER BY row")
                == ["1e999", "nan", "0x1p3"])
        #expect(
            try bundle.lines("SELECT value FROM rejected WHERE file = 'shapes.txt' ORDER BY row")
                == ["1e999", "nan", "0x1p3"])
    }

    @Test("Distances as far apart as can be do not stop the interpolation of times")
    func hugeDistances() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
                T1,08:00:00,08:00:00,A,1,-1.7e308
                T1,,,B,2,0
                T1,08:30:00,08:30:00,D,4,1.7e308
                """))
        #expect(
            try bundle.count(
                "SELECT count(*) FROM stop_times WHERE interpolated_timestamp IS NOT NULL") == 1)
    }

    @Test("Distances written differently share a list")
    func shared() throws {
        let bundle = try BuiltBundle(feed([["0", "0.9"], ["0.0", "0.90"], ["0", "9e-1"]]))
        #expect(try bundle.count("SELECT count(*) FROM distances") == 1)
    }
}
