import TestSupport
import Testing

@testable import FeedValidation

/// A path that comes near each stop of a long trip very often has as many ways to serve them as the
/// one times the other, or more; the search for the best one has an end.
@Suite("Stops on hostile shapes") struct MatchingPatienceTests {
    private static let gaveUp = "gtfs_rule_gave_up"
    private static let outOfOrder = "stops_match_shape_out_of_order"

    /// A path up and down between two stops, and a trip to and fro.
    ///
    /// - Parameters:
    ///   - last: where the trip ends.
    ///   - distances: whether the feed has its own, but for the stops in between.
    private static func feed(last: String = "A", hasDistances: Bool = false) -> TestFeed {
        var feed = TestFeed.base
        feed["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0005,2.0005
            C,Museum,48.02,2.02
            """
        feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nR,WD,T1,S\n"
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
            + "S,48.02,2.02,0,\n"
            + (1..<4_000).map { point in
                let place = "48.00\(point % 2),2.00\(point / 2 % 2)"
                return "S,\(place),\(point),\(hasDistances ? "\(point)" : "")\n"
            }.joined()
        let calls = 400
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
            + (0..<calls).map { call in
                let isLast = call == calls - 1
                let time = call == 0 || isLast ? "\(8 + call / 40):00:00" : ""
                let stop = isLast ? last : ["A", "B"][call % 2]
                return
                    "T1,\(time),\(time),\(stop),\(call),\(isLast && hasDistances ? "3999" : "")\n"
            }.joined()
        return feed
    }

    /// Most trips are in order, which is seen without all the ways.
    @Test func aTripInOrderTakesNoPatience() throws {
        let findings = try Findings(Self.feed(), patience: 20_000)
        #expect(findings.count(Self.gaveUp) == 0)
        #expect(findings.count(Self.outOfOrder) == 0)
        #expect(findings.count("stop_has_too_many_matches_for_shape") == 400)
    }

    @Test(arguments: [false, true]) func aSearchHasAnEnd(hasDistances: Bool) throws {
        let feed = Self.feed(last: "C", hasDistances: hasDistances)
        let findings = try Findings(feed, patience: 20_000)
        #expect(findings.count(Self.gaveUp) == 1)
        #expect("\(findings.sample(Self.gaveUp)?["noticeCodes"])".contains(Self.outOfOrder))
        #expect(findings.count(Self.outOfOrder) == 0)
        // Patience is long enough for anything that people make, and for this.
        let patient = try Findings(feed)
        #expect(patient.count(Self.gaveUp) == 0)
        #expect(patient.count(Self.outOfOrder) >= 1)
    }

    /// Ways are kept in memory, which they must not fill.
    @Test func aWayThatIsKeptCostsMore() throws {
        let feed = Self.feed(hasDistances: true)
        #expect(try Findings(feed, patience: 4_000_000).count(Self.gaveUp) == 1)
        #expect(try Findings(feed).count(Self.gaveUp) == 0)
    }

    /// Stops far from a long path, each of which is looked for along all of it.
    @Test func veryManyStopsOfALongPathHaveAnEnd() throws {
        var feed = Self.feed()
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + (0..<1_000).map { "S\($0),Stop \($0),49.0,2.0\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<1_000).map {
                let time = $0 == 0 ? "08:00:00" : $0 == 999 ? "20:00:00" : ""
                return "T1,\(time),\(time),S\($0),\($0)\n"
            }.joined()
        #expect(try Findings(feed, patience: 20_000).count(Self.gaveUp) == 1)
        let patient = try Findings(feed)
        #expect(patient.count(Self.gaveUp) == 0)
        #expect(patient.count("stop_too_far_from_shape") == 1_000)
    }

    /// The quick answer is that of all the ways.
    @Test(arguments: UInt64(1)...200) func orderIsTheSameBothWays(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var matches = StopMatches()
        let stops = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            let start = matches.places.count
            var places = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                Double(Int.random(in: 0...8, using: &generator))
            }
            if !seed.isMultiple(of: 5) { places.sort() }
            matches.places += places.map {
                ShapePath.Match(
                    index: 0, location: SpherePoint(latitude: 0, longitude: 0), alongMeters: $0,
                    awayMeters: Double(Int.random(in: 0...3, using: &generator)))
            }
            return matches.stop(from: start)
        }
        var assignment = MatchAssignment(keepsWay: false)
        let isWay = stops.allSatisfy { assignment.advance(to: matches[$0]) }
        if let isInOrder = matches.areInOrder(stops) {
            #expect(isInOrder == isWay)
        } else {
            #expect(seed.isMultiple(of: 5))
        }
    }
}
