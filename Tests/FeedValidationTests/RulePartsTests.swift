import FeedReading
import GTFSSchedule
import TestSupport
import Testing

@testable import FeedValidation

/// The shapes of a feed are checked in two halves, on two threads.
@Suite("Rules in parts") struct RulePartsTests {
    private static let tooFar = "stop_too_far_from_shape"

    /// Trips over three stops, whose shapes come near the outer ones only.
    private static func feed(shapes: Int) -> TestFeed {
        var feed = TestFeed.base
        feed["trips.txt"] =
            "route_id,service_id,trip_id,shape_id\n"
            + (0..<shapes).map { "R,WD,T\($0),S\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<shapes).map { trip in
                ["A", "B", "C"].enumerated().map {
                    "T\(trip),08:\($0.offset)0:00,08:\($0.offset)0:00,\($0.element),\($0.offset)\n"
                }.joined()
            }.joined()
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + (0..<shapes).map { "S\($0),48,2,1\nS\($0),48.1,2.1,2\nS\($0),48,2.2,3\n" }.joined()
        return feed
    }

    @Test("Findings are those of the whole, in its order", arguments: [0, 1, 2, 7, 1100])
    func order(shapes: Int) throws {
        let feed = Self.feed(shapes: shapes)
        let parted = try Findings(feed).report.groups.first { $0.code == Self.tooFar }
        let folder = try TestFolder()
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        var inTurn: [ValidationNotice] = []
        _ = try Validation(options).run(
            FeedFiles(FeedArchive.open(try feed.write(to: folder))),
            onNotice: { if $0.code == Self.tooFar { inTurn.append($0) } })
        #expect(inTurn.map { $0.fields["shapeId"] } == (0..<shapes).map { .text("S\($0)") })
        #expect(parted?.count ?? 0 == shapes)
        #expect(parted?.samples ?? [] == Array(inTurn.prefix(1000)))
    }

    @Test("A rule that gives up in both parts says so once") func patience() throws {
        var feed = Self.feed(shapes: 2)
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + (0..<2).map { shape in
                // A trip that ends where the path begins: only a long search tells that it cannot.
                "S\(shape),48.02,2.02,0\n"
                    + (1..<4_000).map {
                        "S\(shape),48.00\($0 % 2),2.00\($0 / 2 % 2),\($0)\n"
                    }.joined()
            }.joined()
        feed["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0005,2.0005
            C,Museum,48.02,2.02
            """
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<2).map { trip in
                (0..<400).map { call in
                    let isEnd = call == 0 || call == 399
                    let time = isEnd ? "\(8 + call / 40):00:00" : ""
                    let stop = call == 399 ? "C" : ["A", "B"][call % 2]
                    return "T\(trip),\(time),\(time),\(stop),\(call)\n"
                }.joined()
            }.joined()
        #expect(try Findings(feed, patience: 20_000).count("gtfs_rule_gave_up") == 1)
        #expect(try Findings(feed).count("gtfs_rule_gave_up") == 0)
    }
}
