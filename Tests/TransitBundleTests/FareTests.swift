import Testing
import TransitBundle

@Suite struct FareTests {
    @Test func productsMediaAndCategoriesAreTyped() async throws {
        let fares = try await sampleBundle().fares()
        #expect(fares.products.count == 11)
        let peak = fares.products[0]
        #expect(peak.fareProductID == "SINGLE-PEAK" && peak.fareProductName == "Single, Peak")
        #expect(peak.amount == CurrencyAmount("4.1") && peak.amount?.text == "4.10")
        #expect(peak.currency == "AUD" && peak.riderCategoryID == "ADULT")
        #expect(fares.products[9].amount?.text == "-2.00")
        #expect(fares.media.map(\.fareMediaType?.code) == [0, 1, 2, 3, 4])
        #expect(fares.riderCategories.count == 3)
        #expect(fares.areas.map(\.areaID) == ["CITY", "NORTH", "BEACHES"])
        #expect(fares.networks.map(\.networkID) == ["RAIL", "STREET", "WATER"])
    }

    @Test func rulesKeepBlanksAndZeros() async throws {
        let fares = try await sampleBundle().fares()
        #expect(fares.legRules.map(\.rulePriority) == [1, 1, 2, 0, 1, nil])
        #expect(fares.legRules[2].fromAreaID == "CITY" && fares.legRules[0].fromAreaID == nil)
        #expect(fares.transferRules.map(\.transferCount) == [2, -1, nil, nil, nil])
        #expect(fares.transferRules[2].durationLimitType == .arrivalToArrival)
        #expect(fares.transferRules[1].fareProductID == nil)
        #expect(fares.legJoinRules.count == 2)
        #expect(fares.timeframes.first?.startTime != nil)
    }

    @Test func stopsAreInAreasAndRoutesInNetworks() async throws {
        let bundle = try await sampleBundle()
        let platform = try await Lookup.stop("QUAY_P1", in: bundle)
        #expect(try await bundle.areas(of: platform).map(\.areaID) == ["CITY"])
        let wharf = try await Lookup.stop("FH", in: bundle)
        #expect(try await bundle.areas(of: wharf).map(\.areaName) == ["North Side"])
        let ferry = try await Lookup.route("F1", in: bundle)
        #expect(try await bundle.networks(of: ferry).map(\.networkName) == ["Ferries"])
        let replacement = try await Lookup.route("RB1", in: bundle)
        #expect(try await bundle.networks(of: replacement).isEmpty)
    }

    @Test func olderFaresApplyByTheirRules() async throws {
        let bundle = try await sampleBundle()
        let fares = try await bundle.fares(of: Lookup.route("T1", in: bundle))
        #expect(fares.map(\.fare.fareID) == ["CITY-DAY", "CITY-SINGLE"])
        #expect(fares[0].rules.map(\.containsID) == ["A", "B"])
        #expect(fares[1].fare.price?.text == "3.20")
        #expect(fares[1].fare.paymentMethod == .onBoard)
        #expect(fares[0].fare.transfers == nil)
    }

    @Test func faresWithoutRulesApplyEverywhere() async throws {
        let bundle = try bundle(of: [
            "agency.txt": "agency_name,agency_url,agency_timezone\nA,http://a.example,UTC\n",
            "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nS,S,1,1\n",
            "routes.txt": "route_id,route_short_name,route_type,network_id\nR,1,3,N\n",
            "fare_attributes.txt": """
            fare_id,price,currency_type,payment_method,transfers
            F,1.50,EUR,0,0
            """,
        ])
        let route = try await Lookup.route("R", in: bundle)
        #expect(try await bundle.fares(of: route).map(\.fare.fareID) == ["F"])
        #expect(try await bundle.networks(of: route).map(\.networkID) == ["N"])
        #expect(try await bundle.fares().products.isEmpty)
    }
}
