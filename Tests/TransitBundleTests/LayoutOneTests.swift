import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle

/// Bundles of the first layout still answer: what the library says is what their views say.
@Suite("A bundle of layout 1") struct LayoutOneTests {
    private let folder: TestFolder
    private let bundle: TransitBundle

    init() throws {
        folder = try TestFolder()
        bundle = try TransitBundle(path: try EarlierBundle.layoutOne(in: folder))
    }

    @Test("says so, and answers the questions of every screen")
    func questions() async throws {
        #expect(try await bundle.feed().metadata["schema_version"] == "1")
        #expect(try await bundle.stops(matching: "quay").contains { $0.stopID == "QUAY" })
        #expect(try await bundle.routes().count == 8)
        let quay = try await bundle.stop(id: "QUAY")
        let monday = Date(timeIntervalSince1970: 1_795_379_400)
        #expect(try await !bundle.departures(from: quay, at: monday, for: 7200).isEmpty)
        var questions = EveryQuestion(bundle)
        await questions.askAll()
        var same = EveryQuestion(try await sampleBundle())
        await same.askAll()
        #expect(questions.answers >= same.answers)
        #expect(questions.errors == same.errors)
    }

    @Test("has the distances of its trips, in both forms and all widths")
    func tripDistances() async throws {
        let rows = try await bundle.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT trip_id, shape_dist_traveled FROM stop_times
                    WHERE shape_dist_traveled IS NOT NULL ORDER BY trip_id, stop_sequence
                    """
            ).map { "\($0[0] as String) \(($0[1] as Double).bitPattern)" }
        }
        var said: [String] = []
        for trip in try await bundle.read({ try Trip.fetchAll($0) }).sorted(by: {
            $0.tripID < $1.tripID
        }) {
            for call in try await bundle.calls(of: trip) {
                if let distance = call.shapeDistTraveled {
                    said.append("\(trip.tripID) \(distance.bitPattern)")
                }
            }
        }
        #expect(said == rows)
        #expect(said.count > 900)
    }

    @Test("has the points of its shapes with their distances")
    func shapePoints() async throws {
        let rows = try await DatabaseQueue(path: bundle.path).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT shape_pt_lat, shape_pt_lon, shape_dist_traveled FROM shapes
                    WHERE shape_id = 'OWN' ORDER BY shape_pt_sequence
                    """
            ).map { [$0[0] as Double?, $0[1], $0[2]] }
        }
        let shape = try await bundle.shape(id: "OWN")
        #expect(
            shape.points.map { [$0.coordinate.latitude, $0.coordinate.longitude, $0.distance] }
                == rows)
        #expect(rows.count == 400)
    }
}
