import Foundation
import Testing
import TransitModel

@Suite("Answers as JSON")
struct CodableTests {
    /// Encodes, decodes, compares.
    private func roundTrip<Value: Codable & Equatable>(
        _ value: Value, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = try encoder.encode(value)
        let decoded = try JSONDecoder().decode(Value.self, from: bytes)
        #expect(decoded == value, sourceLocation: location)
        #expect(try encoder.encode(decoded) == bytes, sourceLocation: location)
    }

    @Test("rows of small files have the names of their columns")
    func rows() throws {
        var pathway = Pathway()
        pathway.pathwayID = "P"
        pathway.pathwayMode = .elevator
        pathway.length = 12.5
        pathway.traversalTime = 30
        pathway.signpostedAs = "Way “out”"
        try roundTrip(pathway)
        let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(pathway))
        let object = try #require(json as? [String: Any])
        #expect(
            Set(object.keys) == [
                "pathway_id", "pathway_mode", "length", "traversal_time", "signposted_as",
            ])
        #expect(object["length"] as? Double == 12.5)
        #expect(object["pathway_mode"] as? Int == 5)
        var fare = FareAttribute()
        fare.fareID = "A"
        fare.price = CurrencyAmount("2.50")
        try roundTrip(RouteFare(fare: fare, rules: [FareRule()]))
        try roundTrip(Fares(products: [FareProduct()]))
    }

    @Test("calls, timetables and shapes survive")
    func calls() throws {
        let stop = Stop(sid: 1, stopID: "A", stopName: "Quay", stopLat: 1, stopLon: 2)
        let call = Call(
            stop: stop, stopID: stop.stopID, stopSequence: 3, arrival: ServiceTime(seconds: 90_000),
            departure: nil, pickup: .regular, dropOff: .notAvailable,
            flex: FlexWindow(start: ServiceTime(seconds: 0)))
        try roundTrip(call)
        try roundTrip(
            TimedCall(
                scheduled: call,
                arrival: LocalInstant(seconds: 1_795_379_400, offsetSeconds: 39_600),
                timeZone: .gmt))
        let date = try #require(ServiceDate(yyyymmdd: 20_261_122))
        try roundTrip(
            Timetable(
                date: date, directionID: 1, columns: [Timetable.Column(stop: stop)],
                rows: [Timetable.Row(tripID: "t", cells: [nil])]))
        try roundTrip(
            TripShape(
                shapeID: "s",
                points: [
                    TripShape.Point(
                        coordinate: Coordinate(latitude: -33.861_512_345, longitude: 151.21),
                        distance: 0.1)
                ]))
    }
}
