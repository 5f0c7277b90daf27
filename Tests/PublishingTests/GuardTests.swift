import BundleManifest
import Foundation
import Publishing
import TestSupport
import Testing

@Suite("Guards")
struct GuardTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    /// Publishes the usual feed, then asks what refuses another one; checks that the published one
    /// stays.
    private func refusals(of feed: NightlyFeed) throws -> [GuardName] {
        try place.serve(NightlyFeed())
        if try place.manifest() == nil { try place.update() }
        let before = try place.manifest()
        try place.serve(feed)
        let names = try place.refusals()
        if !names.isEmpty {
            #expect(try place.manifest() == before)
            #expect(try place.status()?.outcome == .refused)
            #expect(try place.status()?.exitCode == 2)
            #expect(
                FileManager.default.fileExists(
                    atPath: place.publishFolder.refusedFolder + "/town-refused.sqlite"))
        }
        return names
    }

    @Test("A drop beyond the limit is refused, one at the limit is not")
    func drops() throws {
        #expect(try refusals(of: NightlyFeed(stops: 17)) == [.maxDropPercent])
        #expect(
            try refusals(of: NightlyFeed(routes: 3)) == [.maxDropPercent, .maxLostRoutePercent])
        #expect(try refusals(of: NightlyFeed(trips: 35)) == [.maxDropPercent])
        #expect(try refusals(of: NightlyFeed(stops: 18, trips: 36)) == [])
    }

    @Test("A limit for each kind")
    func limits() throws {
        place.settings = ["guards: { max_drop_percent: { trips: 50, stops: 0 } }"]
        #expect(try refusals(of: NightlyFeed(trips: 20)) == [])
        #expect(try refusals(of: NightlyFeed(stops: 19, trips: 20)) == [.maxDropPercent])
    }

    private func findings(of feed: NightlyFeed) throws -> [GuardFinding] {
        try place.serve(feed)
        do {
            try place.update()
            return []
        } catch PublishingError.refused(_, let findings, _, _) {
            return findings
        }
    }

    @Test("Runs and departures of a day count, not the rows that stand for them")
    func headways() throws {
        try place.serve(NightlyFeed(headway: 300))
        try place.update()
        #expect(
            try findings(of: NightlyFeed(headway: 3000)).map(\.reason) == [
                "runs a day fell from 6720 to 680, by 89.9 %; at most 10 % may go",
                "departures a day fell from 6720 to 680, by 89.9 %; at most 10 % may go",
            ])
        // 168 runs of a trip become 152.
        #expect(try findings(of: NightlyFeed(headway: 333)) == [])
    }

    @Test("A limit of trips holds for runs and departures, unless they have their own")
    func limitsOfRuns() throws {
        place.settings = ["guards: { max_drop_percent: { trips: 60 } }"]
        try place.serve(NightlyFeed(headway: 300))
        try place.update()
        #expect(try findings(of: NightlyFeed(headway: 600)) == [])
        place.settings = ["guards: { max_drop_percent: { trips: 60, departures: 20, runs: 50 } }"]
        let reasons = try findings(of: NightlyFeed(headway: 1200)).map(\.reason)
        #expect(
            reasons == ["departures a day fell from 3360 to 1680, by 50 %; at most 20 % may go"])
    }

    @Test("Runs are compared on the days that both versions have, else on their busiest days")
    func daysOfRuns() throws {
        try place.serve(NightlyFeed(until: 20_260_630, headway: 300))
        try place.update()
        // The days that are new do not count, whatever runs on them.
        #expect(try findings(of: NightlyFeed(until: 20_261_231, headway: 300)) == [])
        place.now = "2027-02-01T03:00:00Z"
        #expect(
            try findings(of: NightlyFeed(from: 20_270_201, until: 20_271_231, headway: 3000))
                .map(\.reason) == [
                    "runs on the busiest day fell from 6720 to 680, by 89.9 %; at most 10 % may go",
                    "departures on the busiest day fell from 6720 to 680, by 89.9 %; "
                        + "at most 10 % may go",
                ])
    }

    @Test("A guard that fires more than once is one guard in the words")
    func words() throws {
        try place.serve(NightlyFeed())
        try place.update()
        func message(_ feed: NightlyFeed) throws -> String? {
            try place.serve(feed)
            _ = try place.refusals()
            return try place.status()?.message
        }
        #expect(
            try message(NightlyFeed(trips: 20))
                == "town: not published: 1 guard refused the new version "
                + "(max_drop_percent: trips, runs, departures)")
        #expect(
            try message(NightlyFeed(routes: 3, hasBadTime: true))
                == "town: not published: 3 guards refused the new version "
                + "(max_drop_percent: routes; max_lost_route_percent; allow_new_errors)")
    }

    @Test("Ids that vanish are refused, however many others are there instead")
    func vanished() throws {
        try place.serve(NightlyFeed())
        try place.update()
        #expect(
            try findings(of: NightlyFeed(stopPrefix: "P")).map(\.reason) == [
                "20 of 20 stop_ids of the published version are gone (100 %), such as S0, S1, S2; "
                    + "at most 25 % may go"
            ])
        #expect(
            try findings(of: NightlyFeed(routePrefix: "P")).map(\.reason) == [
                "4 of 4 route_ids of the published version are gone (100 %), such as R0, R1, R2; "
                    + "at most 25 % may go"
            ])
        place.settings = ["guards: { max_vanished_percent: { stops: 100 } }"]
        #expect(try place.refusals() == [.maxVanishedPercent])
        try place.serve(NightlyFeed(stopPrefix: "P"))
        #expect(try place.refusals() == [])
        place.settings = ["guards: { max_vanished_percent: 0 }"]
        #expect(try refusals(of: NightlyFeed(stops: 19, stopPrefix: "P")) == [.maxVanishedPercent])
    }

    @Test("Ids in a refusal are spelled out when a terminal would obey them")
    func hostileIDs() throws {
        place.settings = ["guards: { max_vanished_percent: 0 }"]
        try place.serve(NightlyFeed(extraStop: "a\u{1B}[2J"))
        try place.update()
        #expect(
            try findings(of: NightlyFeed()).map(\.reason) == [
                "1 of 21 stop_ids of the published version are gone (4.8 %), such as "
                    + "a\\u{1b}[2J; at most 0 % may go"
            ])
    }

    @Test("A route that has lost all its runs is refused if it had many, or any when asked for")
    func lostRoute() throws {
        let others = "max_drop_percent: 100, max_vanished_percent: 100"
        place.settings = ["guards: { \(others) }"]
        // Each has 5 % of the runs, and then 10 %.
        for routes in [20, 19, 10] {
            try place.serve(NightlyFeed(routes: routes))
            #expect(try place.refusals() == [], "\(routes)")
        }
        #expect(
            try findings(of: NightlyFeed(routes: 9)).map(\.reason) == [
                "the route 9 (route_id R9) has no run any more; it had 10 % of all runs, and at "
                    + "most 5 % may go with a route"
            ])
        place.settings = ["guards: { \(others), max_lost_route_percent: 10 }"]
        #expect(try refusals(of: NightlyFeed(routes: 9)) == [])
        place.settings = ["guards: { \(others), max_lost_route_percent: 0 }"]
        try place.serve(NightlyFeed(routes: 8))
        #expect(try place.refusals() == [.maxLostRoutePercent])
    }

    @Test("A route is not lost that goes on under another id")
    func renamedRoute() throws {
        place.settings = ["guards: { max_vanished_percent: 100, max_lost_route_percent: 0 }"]
        #expect(try refusals(of: NightlyFeed(routePrefix: "P")) == [])
        #expect(
            try refusals(of: NightlyFeed(routeType: 4, routePrefix: "Q")) == [.maxLostRoutePercent])
    }

    @Test("A weekday without service is refused, unless there are too few of them to tell")
    func weekday() throws {
        let sixDays = "1,1,1,1,1,1,0"
        let others = "max_drop_percent: { trips: 20, service_days: 100 }"
        place.settings = ["guards: { \(others) }"]
        // Both versions have the days to Saturday, with two Sundays.
        try place.serve(NightlyFeed(until: 20_260_621))
        try place.update()
        #expect(try findings(of: NightlyFeed(until: 20_260_621, weekdays: sixDays)) == [])
        // And with three.
        try place.serve(NightlyFeed(until: 20_260_628))
        try place.update()
        let lost = NightlyFeed(until: 20_260_628, weekdays: sixDays)
        #expect(
            try findings(of: lost).map(\.reason) == [
                "runs on Sundays fell from 40 to 0, by 100 %; at most 75 % may go"
            ])
        place.settings = ["guards: { \(others), max_weekday_drop_percent: 100 }"]
        #expect(try findings(of: lost) == [])
    }

    @Test("A refusal says which limits would allow the same")
    func allowance() throws {
        try place.serve(NightlyFeed())
        try place.update()
        try place.serve(NightlyFeed(routes: 3, trips: 35, weekdays: "1,1,1,1,1,1,0"))
        let names = [
            "max_drop_percent", "max_lost_route_percent", "max_weekday_drop_percent",
        ]
        let error = #expect(throws: PublishingError.self) { try place.update() }
        let details = try #require(error?.details)
        #expect(
            details.contains(
                "  to publish it anyway: " + names.map { "--force \($0)" }.joined(separator: " ")))
        let drops = "{ routes: 25, trips: 13, runs: 25, departures: 25, service_days: 15 }"
        #expect(
            details.last == "  to allow as much from now on, in the definition: guards: "
                + "{ \(names[0]): \(drops), \(names[1]): 25, \(names[2]): 100 }")
        try place.serve(NightlyFeed(hasBadTime: true))
        let other = #expect(throws: PublishingError.self) { try place.update() }
        #expect(other?.details.last == "  to publish it anyway: --force allow_new_errors")
    }

    @Test("Days with service count from today on")
    func days() throws {
        #expect(try refusals(of: NightlyFeed(until: 20_260_901)) == [.maxDropPercent])
        #expect(try refusals(of: NightlyFeed(from: 20_260_520, until: 20_261_231)) == [])
    }

    @Test("Stops and routes that must be there")
    func mustExist() throws {
        place.settings = [
            "guards: { must_exist_stops: [\"S0\", \"S19\"], must_exist_routes: [\"R3\"] }"
        ]
        #expect(try refusals(of: NightlyFeed(marketName: "New")) == [])
        #expect(try refusals(of: NightlyFeed(stops: 19)) == [.mustExistStops])
        #expect(
            try refusals(of: NightlyFeed(routes: 3)) == [
                .maxDropPercent, .maxLostRoutePercent, .mustExistRoutes,
            ])
    }

    @Test("An id that looks the same and is other bytes is not the one that must be there")
    func mustExistBytes() throws {
        place.settings = ["guards: { must_exist_stops: [\"\u{E9}\"] }"]
        try place.serve(NightlyFeed(extraStop: "e\u{301}"))
        #expect(try place.refusals() == [.mustExistStops])
        try place.serve(NightlyFeed(extraStop: "\u{E9}"))
        #expect(try place.refusals() == [])
    }

    @Test("Modes that must be there")
    func modes() throws {
        place.settings = ["guards: { required_modes: [bus] }"]
        #expect(try refusals(of: NightlyFeed(marketName: "New")) == [])
        #expect(try refusals(of: NightlyFeed(routeType: 4)) == [.requiredModes])
    }

    @Test("Errors of a kind that the published feed does not have")
    func newErrors() throws {
        #expect(try refusals(of: NightlyFeed(hasBadTime: true)).contains(.allowNewErrors))
        place.settings = ["guards: { allow_new_errors: true, max_drop_percent: 100 }"]
        #expect(try refusals(of: NightlyFeed(hasBadTime: true)) == [])
    }

    @Test("A feed that expired, or soon will")
    func expiry() throws {
        place.settings = ["guards: { max_drop_percent: 100, min_days_valid: 7 }"]
        #expect(try refusals(of: NightlyFeed(until: 20_260_531)) == [.allowExpired])
        #expect(try refusals(of: NightlyFeed(until: 20_260_607)) == [.minDaysValid])
        #expect(try refusals(of: NightlyFeed(until: 20_260_608)) == [])
        place.settings = ["guards: { max_drop_percent: 100, allow_expired: true }"]
        #expect(try refusals(of: NightlyFeed(until: 20_260_531)) == [])
    }

    @Test("allow_expired overrules min_days_valid, and says so")
    func overruled() throws {
        func warnings(
            _ settings: String, until: Int32, forcing: Set<GuardName> = []
        ) throws -> [String] {
            place.settings = ["guards: { max_drop_percent: 100, \(settings) }"]
            try place.serve(NightlyFeed(until: until, marketName: UUID().uuidString))
            var options = place.options()
            options.overridden = forcing
            var warnings: [String] = []
            _ = try FeedUpdate(place.definition(), options) {
                if case .warning(let words) = $0 { warnings.append(words) }
            }.run()
            return warnings
        }
        let words = [
            "allow_expired overrules min_days_valid (7): the feed expired on 20260531; "
                + "today is 20260601"
        ]
        let both = "allow_expired: true, min_days_valid: 7"
        #expect(try warnings(both, until: 20_260_531) == words)
        #expect(
            try warnings("min_days_valid: 7", until: 20_260_531, forcing: [.allowExpired]) == words)
        for settings in ["allow_expired: true", "allow_expired: true, min_days_valid: 0"] {
            #expect(try warnings(settings, until: 20_260_531) == [])
        }
        #expect(try warnings(both, until: 20_260_531, forcing: [.minDaysValid]) == [])
        #expect(try warnings(both, until: 20_260_630) == [])
        // Of a feed that has not ended, days are asked for as ever.
        #expect(try refusals(of: NightlyFeed(until: 20_260_603)) == [.minDaysValid])
    }

    @Test("The first version is guarded too, where there is nothing to compare with")
    func first() throws {
        place.settings = ["guards: { required_modes: [ferry] }"]
        try place.serve(NightlyFeed())
        #expect(try place.refusals() == [.requiredModes])
        #expect(try place.manifest() == nil)
    }

    @Test("A bundle that is too large")
    func size() throws {
        place.settings = ["build: { max_size: 10KB }"]
        try place.serve(NightlyFeed())
        #expect(try place.refusals() == [.maxSize])
    }

    @Test("One named guard is overridden, and no other")
    func forced() throws {
        place.settings = ["guards: { must_exist_stops: [S19] }"]
        try place.serve(NightlyFeed())
        try place.update()
        try place.serve(NightlyFeed(stops: 15))
        #expect(try place.refusals { $0.overridden = [.maxDropPercent] } == [.mustExistStops])
        let both: Set<GuardName> = [.maxDropPercent, .mustExistStops]
        #expect(try place.refusals { $0.overridden = both } == [])
        #expect(try place.manifest()?.current.counts.stops == 15)
        #expect(!FileManager.default.fileExists(atPath: place.publishFolder.refusedFolder))
    }

    @Test("A refused feed is refused again the next night, and passes once it is mended")
    func again() throws {
        #expect(try refusals(of: NightlyFeed(stops: 15)) == [.maxDropPercent])
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.refusals() == [.maxDropPercent])
        #expect(try place.status()?.failingSince == "2026-06-01T03:00:00Z")
        try place.serve(NightlyFeed(stops: 20, marketName: "New"))
        #expect(try place.refusals() == [])
    }
}
