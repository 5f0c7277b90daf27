import Testing
import TransitBundle

/// This file imports the library alone, as apps do: that it compiles is half of the test.
@Suite("Names that come with the library")
struct VocabularyTests {
    @Test("dates, times and codes of other modules have their names and members")
    func names() throws {
        let date: ServiceDate = try #require(ServiceDate(yyyymmdd: 20_261_121))
        #expect(date.adding(days: 10).yyyymmdd == 20_261_201)
        let time = ServiceTime(seconds: 90_000)
        #expect(time.description == "25:00:00")
        let pickup: PickupDropOff = .phoneAgency
        #expect(pickup.code == 2)
        let kinds: Set<LocationType> = [.stop, .station]
        #expect(kinds.map(\.code).sorted() == [0, 1])
        #expect(Accessibility(code: 1).displayName == "Accessible")
        #expect(RouteType.rail.displayName == "Train")
    }

    @Test("rows of small files do as well, with their ids")
    func rows() {
        var pathway = Pathway()
        pathway.fromStopID = StopID("E1")
        #expect(pathway.fromStopID == "E1")
        var fare = FareAttribute()
        fare.fareID = FareID("A")
        fare.price = CurrencyAmount("2.50")
        #expect(fare.price?.description == "2.50")
        let rules: [FareLegRule] = [FareLegRule()]
        #expect(rules.first?.fareProductID == nil)
    }

    @Test("its own rows are not ambiguous with those of feeds")
    func own() {
        let stop = Stop(sid: 1, stopID: "S", stopName: "Quay", stopLat: -33.9, stopLon: 151.2)
        let trip = Trip(tripID: "T")
        #expect(stop.id == 1 && trip.id == "T")
    }
}
