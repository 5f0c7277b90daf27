import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@Suite("Trips and shapes over the API")
struct TripAnswersTests {
    @Test("every trip of the sample, by the timetable and on every kind of day")
    func trips() async throws {
        let feed = try await AnsweredFeed.sample.value
        let bundle = feed.bundle
        let ids = try await bundle.ids(besides: "", of: .trip)
        #expect(ids.count == 38)
        var runs = 0
        for id in ids {
            let trip = try await bundle.trip(id: id)
            let plain: Envelope<TripDetailsDTO> = try await feed.ask("trips/\(id)")
            #expect(plain.data.trip == trip)
            #expect(plain.data.calls.map(\.scheduled) == (try await bundle.calls(of: trip)))
            #expect(plain.data.headways == (try await bundle.headways(of: trip)))
            #expect(plain.data.serviceDate == nil)
            for number in [20_261_120, 20_261_121, 20_261_004, 20_261_225] as [Int32] {
                let date = try #require(ServiceDate(yyyymmdd: number))
                let answer: Envelope<TripDetailsDTO> = try await feed.ask(
                    "trips/\(id)?date=\(number)")
                let isActive = try await bundle.isActive(try #require(trip.serviceID), on: date)
                if isActive {
                    #expect(
                        answer.data.calls
                            == (try await bundle.calls(of: trip, on: date)), "\(id) \(number)")
                    #expect(answer.data.serviceDate == date)
                    #expect(
                        answer.data.continuation
                            == (try await bundle.continuation(ofTrip: trip.tripID, on: date)))
                    runs += 1
                } else {
                    #expect(answer.data.serviceDate == nil)
                    #expect(
                        answer.data.calls
                            == (try await bundle.calls(of: trip, on: date)), "\(id) \(number)")
                    #expect(answer.meta.notes.map(\.code.text) == ["not_running"])
                }
            }
        }
        #expect(runs > 50)
    }

    @Test("one run of frequencies.txt")
    func runs() async throws {
        let feed = try await AnsweredFeed.sample.value
        let stop = try await feed.bundle.stop(id: "XH")
        let board = try await feed.bundle.nextDepartures(from: stop, at: feed.now, count: 40)
        let run = try #require(board.first { $0.startTime != nil })
        let start = try #require(run.startTime)
        let address = "trips/\(run.tripID)?date=\(run.serviceDate)"
        let answer: Envelope<TripDetailsDTO> = try await feed.ask(
            address + "&start_time=\(start)")
        #expect(answer.data.startTime == start)
        #expect(answer.data.headwaySecs == run.headwaySecs)
        let call = try #require(
            answer.data.calls.first { $0.stopSequence == run.stopSequence })
        #expect(call.departure == run.time)
        let all: Envelope<TripDetailsDTO> = try await feed.ask(address)
        #expect(all.data.startTime == nil)
        #expect(!all.data.headways.isEmpty)
        #expect(all.data.calls.allSatisfy { $0.isOffsetOnly })
        let failure = try await feed.failure(address + "&start_time=03:33:33")
        #expect(failure.code == .notFound)
        #expect(failure.details.map(\.field) == ["start_time"])
    }

    @Test(
        "a vehicle continues as another trip; a note about a day outside the feed; ids that look alike"
    )
    func others() async throws {
        let feed = try await AnsweredFeed.sample.value
        let linked: Envelope<TripDetailsDTO> = try await feed.ask("trips/333-E1?date=20261120")
        #expect(linked.data.continuation?.trip.tripID == "333-W1")
        #expect(linked.data.continuation?.canStayOnBoard == true)
        let outside: Envelope<TripDetailsDTO> = try await feed.ask("trips/333-E1?date=20200101")
        #expect(outside.meta.notes.map(\.code.text) == ["outside_feed"])
        let failure = try await feed.failure("trips/333-E9")
        #expect(failure.code == .notFound)
        #expect(failure.message.contains("333-E1"))
    }

    @Test("a path of one point is a Point, and one of none has no geometry")
    func fewPoints() async throws {
        var feed = TestFeed.base
        feed["trips.txt"] =
            "route_id,service_id,trip_id,shape_id\nR,WD,T1,ONE\nR,WD,T2,SAME\nR,WD,T3,GONE\n"
        feed["shapes.txt"] = """
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            ONE,48.5,2.333333,0
            SAME,48.5,2.5,0
            SAME,48.5,2.5,1

            """
        let answered = try AnsweredFeed(
            files: Dictionary(uniqueKeysWithValues: feed.files.map { ($0.name, $0.text) }))
        func shape(_ address: String) async throws -> ShapeDTO {
            let answer: Envelope<ShapeDTO> = try await answered.ask("shapes/\(address)")
            return answer.data
        }
        let one = try await shape("ONE?format=geojson")
        #expect(one.geometry == nil && one.polyline == nil)
        #expect(one.point?.type == "Point")
        #expect(one.point?.coordinates == Coordinate(latitude: 48.5, longitude: 2.333333))
        #expect(try await one.model == answered.bundle.shape(id: "ONE"))
        let none = try await shape("GONE?format=geojson")
        #expect(none.geometry == nil && none.point == nil)
        #expect(try await none.model == answered.bundle.shape(id: "GONE"))
        let same = try await shape("SAME?format=geojson")
        #expect(
            same.geometry?.coordinates
                == [Coordinate](repeating: .init(latitude: 48.5, longitude: 2.5), count: 2))
        #expect(try await shape("ONE").polyline != nil)
        // A part that begins and ends at one stop.
        for address in ["ONE", "SAME"] {
            let part = try await shape("\(address)?format=geojson&from=1&to=1")
            #expect(part.geometry == nil && part.point?.type == "Point")
            let expected = try await answered.bundle.path(ofShape: address, from: 1, to: 1)
            #expect(part.model.coordinates == expected)
        }
    }

    @Test("a path across the antimeridian is lines, and has no position beyond the poles")
    func antimeridian() async throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,-16,179
            B,Market,95,179
            C,Museum,-17,-178
            D,Airport,-17,-177
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S,-16,179,1
            S,-17,-179,2
            S,91,-179,3
            S,-17,-177,4
            """)
        let answered = try AnsweredFeed(
            files: Dictionary(uniqueKeysWithValues: feed.files.map { ($0.name, $0.text) }))
        let whole: Envelope<ShapeDTO> = try await answered.ask("shapes/S?format=geojson")
        #expect(whole.data.geometry == nil && whole.data.lines?.type == "MultiLineString")
        #expect(
            whole.data.lines?.coordinates.map { $0.map(\.longitude) } == [
                [179, 180], [-180, -179, -177],
            ])
        #expect(try await whole.data.model == answered.bundle.shape(id: "S"))
        let part: Envelope<ShapeDTO> = try await answered.ask("shapes/S?format=geojson&from=1&to=3")
        #expect(part.data.lines?.coordinates.count == 2)
        let expected = try await answered.bundle.path(ofShape: "S", from: 1, to: 3)
        #expect(part.data.model.coordinates == expected)
    }

    @Test("a path as a polyline and as GeoJSON, and parts of it")
    func shapes() async throws {
        let feed = try await AnsweredFeed.sample.value
        let bundle = feed.bundle
        let shape = try await bundle.shape(id: "T1N")
        let line: Envelope<ShapeDTO> = try await feed.ask("shapes/T1N")
        #expect(line.data.model == shape)
        #expect(line.data.polyline != nil && line.data.geometry == nil)
        let json: Envelope<ShapeDTO> = try await feed.ask("shapes/T1N?format=geojson")
        #expect(json.data.model == shape)
        #expect(json.data.geometry?.type == "LineString" && json.data.polyline == nil)
        let trip = try await bundle.trip(id: "T1-WD-N1")
        let expected = try await bundle.path(of: trip, from: 2, to: 4)
        for query in ["from=2&to=4", "trip=T1-WD-N1&from=2&to=4"] {
            let part: Envelope<ShapeDTO> = try await feed.ask(
                "shapes/T1N?format=geojson&\(query)")
            #expect(part.data.geometry?.coordinates == expected)
        }
        let backward = try await feed.failure("shapes/T1N?from=4&to=2")
        #expect(backward.code == .notFound)
        #expect(backward.details.map(\.field) == ["from", "to"])
        let other = try await feed.failure("shapes/T1N?trip=333-E1&from=1&to=2")
        #expect(other.code == .badValue)
        #expect(other.details.map(\.field) == ["trip"])
        #expect(try await feed.failure("shapes/T1X").message.contains("T1N"))
        #expect(try await feed.failure("shapes/T1N?from=1").code == .missingParameter)
    }
}
