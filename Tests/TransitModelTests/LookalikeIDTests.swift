import Foundation
import Testing
import TransitModel

@Suite("Ids that look the same")
struct LookalikeIDTests {
    private static let ids = ["\u{E9}", "e\u{301}"]

    @Test("Parts of the network that alerts name are equal when the bytes of their ids are")
    func parts() {
        let parts = Self.ids.flatMap { id in
            [
                InformedEntity(agencyID: id), InformedEntity(routeID: id),
                InformedEntity(stopID: id), InformedEntity(trip: .init(tripID: id)),
                InformedEntity(trip: .init(routeID: id)),
            ]
        }
        #expect(Set(parts).count == 10)
        #expect(Set(parts + parts).count == 10)
        #expect(Set(parts.compactMap(\.trip)).count == 4)
    }

    @Test("Events are in one order, however they came")
    func order() {
        let stop = Stop(sid: 1, stopID: "A", stopName: "Harbour", stopLat: nil, stopLon: nil)
        let events = Self.ids.map { id in
            StopEvent(
                tripID: id, stop: stop, stopSequence: 1, serviceDate: .earliest,
                time: LocalInstant(seconds: 0, offsetSeconds: 0), timeZone: .gmt)
        }
        for order in [events, events.reversed()] {
            let sorted = order.sorted(by: StopEvent.isInOrder)
            #expect(sorted.map { TripID($0.tripID) } == ["e\u{301}", "\u{E9}"])
        }
    }
}
