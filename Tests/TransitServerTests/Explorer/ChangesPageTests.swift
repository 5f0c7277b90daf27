import Foundation
import TestSupport
import Testing

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: what changed")
struct ChangesPageTests {
    private static var old: TestFeed {
        TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Town Hall,48.0,2.2
            C,Meadow,48.0,2.4
            D,Airport,48.0,2.5
            O/é,Old Mill,48.01,2.41
            """)
    }

    private static var new: TestFeed {
        TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour Quay,48.0,2.0
            B,Town Hall,48.001,2.2
            C,Meadow,48.0,2.4
            D,Airport,48.0,2.5
            N,New Mill,48.02,2.42
            """)
    }

    private static func lists(_ changes: Any?) throws -> (
        added: [[String: Any]], removed: [[String: Any]], changed: [[String: Any]]
    ) {
        let changes = try #require(changes as? [String: [[String: Any]]])
        return (changes["added"] ?? [], changes["removed"] ?? [], changes["changed"] ?? [])
    }

    private static func row(_ kind: String, _ item: [String: Any]) -> [String] {
        [kind, item["id"] as? String ?? "", item["name"] as? String ?? ""]
    }

    @Test("every change of the published file is a row; a removed item links to the old version")
    func rows() async throws {
        let place = try PublishedVersions().publish(Self.old).publish(Self.new)
        let diff = try place.json("diff_json")
        let page = try await place.shown().page("/explorer/changes")
        #expect(page.status == 200)
        let stops = try Self.lists(diff["stops"])
        #expect(!stops.added.isEmpty && !stops.removed.isEmpty && !stops.changed.isEmpty)
        for part in ["agencies", "routes", "stops"] {
            let lists = try Self.lists(diff[part])
            let expected =
                lists.added.map { Self.row("added", $0) }
                + lists.removed.map { Self.row("removed", $0) }
                + lists.changed.map { Self.row("changed", $0) }
            #expect(
                page.rows(ofTable: "changes-\(part)").map { Array($0.prefix(3)) } == expected,
                "\(part)")
        }
        #expect(
            page.rows(ofTable: "changes-stops").first { $0[1] == "A" }?.last
                == "stop_name: Harbour → Harbour Quay")
        let moved = try #require(diff["moved"] as? [[String: Any]])
        #expect(moved.count == 1)
        #expect(
            page.rows(ofTable: "changes-moved").map { $0[1] } == moved.map { $0["id"] as? String })
        let rows = try #require(diff["rows"] as? [[String: Any]])
        #expect(
            page.rows(ofTable: "changes-rows").map { $0[1] } == rows.map { $0["file"] as? String })
        let trips = try #require((diff["trips"] as? [String: Any])?["routes"] as? [[String: Any]])
        #expect(
            page.rows(ofTable: "changes-trips").map { $0[1] }
                == trips.map { $0["route_id"] as? String })
        #expect(
            page.rows(ofTable: "changes-moved").map {
                $0.last?.hasSuffix("stop_lat: 48.0 → 48.001")
            }
                == [true])
        let gone = try #require(
            page.text.components(separatedBy: "href=\"").first {
                $0.contains("/stops/O%2F%C3%A9\"")
            })
        #expect(gone.hasPrefix("/explorer/versions/"))
        let address = String(gone.prefix { $0 != "\"" })
        let api = address.replacingOccurrences(of: "/explorer/", with: "/api/v1/")
        #expect(try await place.shown().page(api).text.contains("Old Mill"))
    }

    @Test("differing rows, and trips that come and go, are named")
    func details() async throws {
        func feed(_ trip: String, at time: String, seconds: Int) -> TestFeed {
            TestFeed.base.with(
                TestFeed(
                    """
                    # trips.txt
                    route_id,service_id,trip_id
                    R,WD,T1
                    R,WD,\(trip)
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence
                    T1,08:00:00,\(time),A,1
                    T1,09:00:00,09:00:00,B,2
                    \(trip),10:00:00,10:00:00,A,1
                    \(trip),11:00:00,11:00:00,B,2
                    # transfers.txt
                    from_stop_id,to_stop_id,transfer_type,min_transfer_time
                    A,B,2,\(seconds)
                    """))
        }
        let place = try PublishedVersions().publish(feed("T2", at: "08:00:00", seconds: 60))
            .publish(feed("T3", at: "08:01:00", seconds: 90))
        let page = try await place.shown().page("/explorer/changes")
        let trips = page.rows(ofTable: "changes-trips").first?.last ?? ""
        for words in [
            "added: T3", "removed: T2",
            "stop_times.txt: trip_id T1, stop_sequence 1: departure_time: 08:00:00 → 08:01:00",
        ] { #expect(trips.contains(words), "\(trips)") }
        let rows = page.rows(ofTable: "changes-rows").first?.last ?? ""
        #expect(
            rows.contains(
                "transfers.txt: from_stop_id A, to_stop_id B: min_transfer_time: 60 → 90"))
    }

    @Test("one map has both states")
    func map() async throws {
        let place = try PublishedVersions().publish(Self.old).publish(Self.new)
        let page = try await place.shown().page("/explorer/changes")
        let block = try #require(
            page.text.components(separatedBy: "id=\"map-content\">").last?
                .components(separatedBy: "</script>").first)
        let content = try #require(
            try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
        let marks = try #require(content["marks"] as? [[String: Any]]).map { mark in
            [mark["name"], mark["kind"], mark["state"]].map { $0 as? String ?? "" }
        }
        #expect(
            Set(marks) == [
                ["New Mill", "added", "after"], ["Old Mill", "removed", "before"],
                ["Town Hall", "changed", "before"], ["Town Hall", "changed", "after"],
            ])
    }

    /// A feed whose trips take a way.
    private static func feed(by way: String) -> TestFeed {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nR,WD,T1,W\nR,WD,T2,W\n"
        feed["shapes.txt"] = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n" + way
        return feed
    }

    @Test("a changed route path is a row, even without another change")
    func way() async throws {
        let place = try PublishedVersions()
            .publish(Self.feed(by: "W,48.0,2.0,1\nW,48.0,2.2,2\nW,48.0,2.4,3\n"))
            .publish(Self.feed(by: "W,48.0,2.0,1\nW,48.1,2.2,2\nW,48.0,2.4,3\n"))
        let page = try await place.shown().page("/explorer/changes")
        #expect(
            page.rows(ofTable: "changes-paths") == [
                ["changed", "R", "", "1 segment removed; 1 segment added"]
            ])
        #expect(!page.text.contains("No differences in the compared data."))
    }

    @Test("without an earlier version it says so, for a bundle by itself too")
    func first() async throws {
        let place = try PublishedVersions().publish(Self.old)
        let page = try await place.shown().page("/explorer/changes")
        #expect(page.status == 200 && page.text.contains("No earlier version was published"))
        let lone = try await ShownFeed(Self.old).page("/explorer/changes")
        #expect(lone.status == 200 && lone.text.contains("This is a single bundle"))
    }

    @Test("thousands of changes stay a page that can be used")
    func many() async throws {
        var new = Self.new
        new["stops.txt"] =
            (new["stops.txt"] ?? "")
            + (0..<3000).map { "U\($0),New \($0),48.\(10_000 + $0),2.1\n" }.joined()
        let place = try PublishedVersions().publish(Self.old).publish(new)
        let page = try await place.shown().page("/explorer/changes")
        #expect(page.rows(ofTable: "changes-stops").count == ChangesPage.mostRows)
        #expect(page.text.contains("and 2803 more"))
        #expect(page.text.contains("The map shows only some of the changes."))
        #expect(page.bytes < 500_000)
    }
}
