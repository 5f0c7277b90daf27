import Foundation
import TestSupport
import Testing

@testable import BundleWriting

@Suite("Stops by place")
struct PackedRTreeTests {
    @Test(
        "A packed tree is one that SQLite would make: every box finds its stops",
        arguments: [
            1, 50, 51, 52, 2601, 2700,
        ])
    func boxes(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let places = (0..<count).map { index in
            // Some stops lie at the same place.
            let latitude = Double(Int.random(in: -90_000...90_000, using: &generator) / 7) / 1000
            let longitude = Double(Int.random(in: -180_000...180_000, using: &generator)) / 1000
            return "S\(index),Stop,\(latitude),\(longitude)"
        }
        let stops =
            "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n" + places.joined(separator: "\n")
        let bundle = try BuiltBundle(TestFeed.base.with(TestFeed(stops)))
        #expect(try bundle.lines("SELECT rtreecheck('stops_rtree')") == ["ok"])
        let insert = try #require(SchemaScript.indexes.first { $0.contains("INTO stops_rtree") })
        let rows = try #require(insert.range(of: "SELECT").map { insert[$0.lowerBound...] })
        let packed = try bundle.lines("SELECT * FROM stops_rtree ORDER BY 1")
        #expect(packed.count == count)
        #expect(try packed == bundle.lines(rows + " ORDER BY 1"))
        // Full nodes of 51: at most one of each strip is not.
        let leaves = try bundle.count("SELECT count(DISTINCT nodeno) FROM stops_rtree_rowid")
        #expect(leaves <= (count + 50) / 51 + 8)
        for _ in 0..<50 {
            let south = Int.random(in: -13_000_000...13_000_000, using: &generator)
            let west = Int.random(in: -180_000_000...180_000_000, using: &generator)
            let (north, east) = (south + 3_000_000, west + 40_000_000)
            let found = try bundle.lines(
                """
                SELECT s.stop_id FROM stops_rtree r JOIN stops s USING (sid)
                WHERE max_lat >= \(south) AND min_lat <= \(north) AND max_lon >= \(west)
                  AND min_lon <= \(east) ORDER BY 1
                """)
            let expected = try bundle.lines(
                """
                SELECT stop_id FROM stops
                WHERE round(stop_lat * 1e6) BETWEEN \(south) AND \(north)
                  AND round(stop_lon * 1e6) BETWEEN \(west) AND \(east) ORDER BY 1
                """)
            #expect(found == expected)
        }
    }
}
