import Foundation
import GRDB
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
        // Floats around the place, none farther from it than its neighbors.
        let boxes = try bundle.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT stop_lat, min_lat, max_lat, stop_lon, min_lon, max_lon
                    FROM stops_rtree JOIN stops USING (sid)
                    """)
        }
        #expect(boxes.count == count)
        for box in boxes {
            for column in [0, 3] {
                let (exact, low, high): (Double, Double, Double) =
                    (box[column], box[column + 1], box[column + 2])
                #expect(low <= exact && exact <= high)
                #expect(low == high || Double(Float(low).nextUp) == high)
            }
        }
        // Full nodes of 51: at most one of each strip is not.
        let leaves = try bundle.count("SELECT count(DISTINCT nodeno) FROM stops_rtree_rowid")
        #expect(leaves <= (count + 50) / 51 + 8)
        for _ in 0..<50 {
            let south = Double.random(in: -13...13, using: &generator)
            let west = Double.random(in: -180...180, using: &generator)
            let (north, east) = (south + 3, west + 40)
            let found = try bundle.lines(
                """
                SELECT s.stop_id FROM stops_rtree r JOIN stops s USING (sid)
                WHERE max_lat >= \(south) AND min_lat <= \(north) AND max_lon >= \(west)
                  AND min_lon <= \(east) ORDER BY 1
                """)
            let expected = try bundle.lines(
                """
                SELECT stop_id FROM stops WHERE stop_lat BETWEEN \(south) AND \(north)
                  AND stop_lon BETWEEN \(west) AND \(east) ORDER BY 1
                """)
            #expect(found == expected)
        }
    }
}
