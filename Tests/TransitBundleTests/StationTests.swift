import Testing
import TransitBundle

@Suite struct StationTests {
    @Test func transfersOfAStationAreThoseOfItsPlaces() async throws {
        let bundle = try await sampleBundle()
        for id in ["QUAY", "QUAY_P2", "QUAY_BA1"] {
            let transfers = try await bundle.transfers(at: Lookup.stop(id, in: bundle))
            #expect(transfers.map(\.transferType?.code) == [2, 0, 1])
            #expect(transfers[0].minTransferTime == 240)
            #expect(transfers[2].fromTripID == "F1-W1" && transfers[2].toRouteID == "B333")
        }
    }

    @Test func linkedTripsAreTransfersToo() async throws {
        let bundle = try await sampleBundle()
        let transfers = try await bundle.transfers(at: Lookup.stop("SB", in: bundle))
        #expect(transfers.map(\.transferType) == [.inSeat])
        #expect(transfers.first?.toTripID == "333-W1")
    }

    @Test func pathwaysOfAStationAreTyped() async throws {
        let bundle = try await sampleBundle()
        let pathways = try await bundle.pathways(at: Lookup.stop("QUAY", in: bundle))
        #expect(pathways.count == 12)
        let stairs = try #require(pathways.first { $0.pathwayID == "PW09" })
        #expect(stairs.pathwayMode == .stairs && stairs.stairCount == -24)
        #expect(stairs.length == 18 && stairs.minWidth == 1.8 && stairs.maxSlope == nil)
        #expect(try await bundle.pathways(at: Lookup.stop("SB", in: bundle)).isEmpty)
    }
}
