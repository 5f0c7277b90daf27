import BundleManifest
import FeedReading
import FeedValidation
import Foundation
import GRDB
import Publishing
import TestSupport
import Testing

/// Conditions that a nightly job must report.
@Suite("Nothing in silence")
struct SilenceTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    private func metadata(_ key: String) throws -> String? {
        let current = try #require(try place.manifest()).current
        var configuration = Configuration()
        configuration.readonly = true
        let bundle = try DatabaseQueue(
            path: place.publishFolder.file(current.bundle.name), configuration: configuration)
        return try bundle.read { db in
            try String.fetchOne(
                db, sql: "SELECT value FROM metadata WHERE key = ?", arguments: [key])
        }
    }

    @Test("A name that the feed lacks is refused, a feed that has it is not")
    func unknownNames() throws {
        place.settings = ["build: { route: [R1, R9], route_type: [bus, 12] }"]
        try place.serve(NightlyFeed())
        #expect(try place.refusals() == [.allowUnknownNames])
        let refusals = try #require(try place.status()).refusals.map(\.reason)
        #expect(refusals.contains("the feed has no route R9; the nearest are R0, R1, R2"))
        #expect(refusals.contains("the feed has no route of type 12; it has 3"))
        #expect(try place.update { $0.overridden = [.allowUnknownNames] }.outcome == .published)
        place.settings[0] += "\nguards: { allow_unknown_names: true, max_drop_percent: 50 }"
        try place.serve(NightlyFeed(marketName: "New"))
        #expect(try place.update().outcome == .published)
        // Where nothing is left there is no bundle that a guard could refuse.
        place.settings = ["build: { route: R9 }"]
        do {
            try place.update()
            Issue.record("a bundle of nothing")
        } catch let error as any DiagnosedError {
            #expect(error.exitCode == 65)
            #expect(error.details == ["  the feed has no route R9; the nearest are R0, R1, R2"])
        }
    }

    @Test(
        "A window moves at midnight where the feed is, and is built anew although nothing changed")
    func window() throws {
        place.settings = ["build: { from_date: today, to_date: +60d }"]
        try place.serve(NightlyFeed())
        // In Paris it is the next day already; the first run counts in UTC.
        place.now = "2026-06-01T22:30:00Z"
        #expect(try place.update().outcome == .published)
        #expect(try metadata("options") == #"{"from_date":"20260601","to_date":"20260731"}"#)
        #expect(try place.manifest()?.current.validFrom == "20260601")
        #expect(try place.manifest()?.current.validUntil == "20260731")
        #expect(try place.update().outcome == .published)
        #expect(try metadata("options") == #"{"from_date":"20260602","to_date":"20260801"}"#)
        place.now = "2026-06-02T21:59:00Z"
        #expect(try place.update().outcome == .unchanged)
        place.now = "2026-06-02T22:00:00Z"
        #expect(try place.update().outcome == .published)
        #expect(try metadata("options") == #"{"from_date":"20260603","to_date":"20260802"}"#)
        #expect(try place.manifest()?.next == nil)
        #expect(try place.update().outcome == .unchanged)
        // Words for the same days shape the same bundle.
        place.settings = ["build: { from_date: 20260603, to_date: 20260802 }"]
        #expect(try place.update().outcome == .unchanged)
        place.settings = ["build: { from_date: today, to_date: 20260602 }"]
        do {
            try place.update()
            Issue.record("a window that ends before it begins")
        } catch let error as DefinitionError {
            #expect(error.exitCode == 64)
            #expect(
                error.description.hasSuffix(
                    "build: to_date 20260602 is before from_date 20260603; today is 20260603"))
        }
    }

    @Test("A window that begins on a day without service is of today, not for later")
    func quietDay() throws {
        place.settings = ["build: { from_date: today }", "guards: { max_drop_percent: 100 }"]
        var feed = NightlyFeed()
        feed.weekdays = "1,1,1,1,1,0,0"
        try place.serve(feed)
        try place.update()
        // A Saturday.
        place.now = "2026-06-06T03:00:00Z"
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.next == nil)
        #expect(manifest.current.validFrom == "20260606")
        // A feed that itself begins on Monday is for later as ever.
        feed.from = 20_260_608
        try place.serve(feed)
        #expect(try place.update().outcome == .publishedNext)
        #expect(try place.manifest()?.next?.validFrom == "20260608")
    }

    @Test("Codes that the definition ignores or weighs otherwise count so")
    func policy() throws {
        try place.serve(NightlyFeed())
        try place.update()
        var feed = NightlyFeed()
        feed.hasBadTime = true
        try place.serve(feed)
        #expect(try place.refusals() == [.allowNewErrors])
        // An unreadable time leaves an arrival without a departure, at the end.
        let others = ["stop_time_with_only_arrival_or_departure_time", "missing_trip_edge"]
        let words = others.map { "\($0): INFO" }.joined(separator: ", ")
        place.settings = ["severity: { invalid_time: WARNING, \(words) }"]
        #expect(try place.update().outcome == .published)
        var notices = try #require(try place.manifest()).current.notices
        #expect(!notices.errorCodes.contains("invalid_time"))
        #expect(notices.codes["invalid_time"] != nil)
        // Another policy makes another report of the same feed.
        place.settings = ["ignore: [invalid_time, \(others.joined(separator: ", "))]"]
        #expect(try place.update().outcome == .published)
        notices = try #require(try place.manifest()).current.notices
        #expect(notices.codes["invalid_time"] == nil)
        let report = try #require(try place.manifest()).current.report.name
        let text = try String(
            contentsOfFile: place.publishFolder.file(report), encoding: .utf8)
        #expect(!text.contains("invalid_time"))
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("A published feed that ends within the definition's limit, or 7 days, is reported")
    func expiry() throws {
        try place.serve(NightlyFeed(until: 20_260_610))
        place.now = "2026-06-03T03:00:00Z"
        let first = try #require(try place.update().expiry)
        #expect(first.daysLeft == 7)
        #expect(!first.isNear)
        // Midnight in Paris.
        place.now = "2026-06-03T22:00:00Z"
        let second = try #require(try place.update().expiry)
        #expect(second.daysLeft == 6)
        #expect(second.message.hasSuffix("ends on 20260610, in 6 days; a newer one is needed"))
        #expect(second.isNear)
        place.settings = ["guards: { min_days_valid: 3 }"]
        #expect(try place.update().expiry?.isNear == false)
        place.now = "2026-06-12T03:00:00Z"
        let past = try #require(try place.update().expiry)
        #expect(past.message.contains("expired on 20260610, 2 days ago"))
        #expect(past.isNear)
        place.settings = ["guards: { min_days_valid: 0 }"]
        place.now = "2026-06-10T03:00:00Z"
        #expect(try place.update().expiry?.isNear == false)
    }

    @Test("A version that waits for its first day follows the current one")
    func covered() throws {
        try place.serve(NightlyFeed(until: 20_260_605))
        #expect(try place.update().expiry?.isNear == true)
        try place.serve(NightlyFeed(from: 20_260_608))
        let result = try place.update()
        #expect(result.outcome == .publishedNext)
        #expect(result.expiry?.isNear == false)
        #expect(try place.status()?.validUntil == "20260605")
        #expect(try place.status()?.coveredUntil == "20261231")
    }

    @Test("A window that the definition itself ends is not said to run out")
    func shortWindow() throws {
        place.settings = ["build: { to_date: +3d }"]
        try place.serve(NightlyFeed())
        #expect(try place.update().expiry?.isNear == false)
    }

    @Test("A refused or failed update runs the hook; its exit code stays")
    func onFailure() throws {
        let note = place.folder.path + "/note"
        place.settings = [
            "on_failure: 'echo \"$GTFS_ID $GTFS_EXIT_CODE $GTFS_RESULT [$GTFS_VERSION] "
                + "$GTFS_MESSAGE / $GTFS_DETAILS\" >> \(note); test -n \"$GTFS_FAILING_SINCE\"'"
        ]
        func told() throws -> String {
            guard FileManager.default.fileExists(atPath: note) else { return "" }
            let text = try String(contentsOfFile: note, encoding: .utf8)
            try FileManager.default.removeItem(atPath: note)
            return text
        }
        try place.serve(NightlyFeed())
        try place.update()
        try place.update()
        #expect(try told().isEmpty)
        let version = try #require(try place.manifest()).current.version
        try place.serve(NightlyFeed(trips: 5))
        #expect(try place.refusals() == [.maxDropPercent])
        let refusal = try told()
        #expect(
            refusal.hasPrefix(
                "town 2 refused [\(version)] town: not published: 1 guard refused the new version "
                    + "(max_drop_percent: trips, runs, departures) / "))
        #expect(refusal.contains("max_drop_percent: trips fell from 40 to 5"))
        // Every night, and once each.
        try place.folder.write("feed.zip", Array("no archive".utf8))
        for _ in 1...2 {
            #expect(throws: (any Error).self) { try place.update() }
            #expect(try told().hasPrefix("town 65 failed [\(version)] "))
        }
        // Another run has the folder: that one tells.
        let lease = try Lease.take(place.publishFolder, waiting: 0)
        #expect(throws: PublishingError.self) { try place.update() }
        #expect(try told().isEmpty)
        withExtendedLifetime(lease) {}
    }

    @Test("A command that fails itself hides nothing")
    func failingCommand() throws {
        place.settings = ["on_failure: [\"/no/such/program\"]"]
        try place.folder.write("feed.zip", Array("no archive".utf8))
        var warnings: [String] = []
        do {
            _ = try FeedUpdate(place.definition(), place.options()) {
                if case .warning(let text) = $0 { warnings.append(text) }
            }.run()
            Issue.record("an update without a feed")
        } catch let error as any DiagnosedError {
            #expect(error.exitCode == 65)
        }
        #expect(warnings == ["on_failure: /no/such/program: No such file or directory"])
        #expect(try place.status()?.exitCode == 65)
    }

    @Test("The failure of a hook is reported")
    func failingHook() throws {
        let note = place.folder.path + "/note"
        place.settings = [
            "hook: exit 3", "on_failure: 'echo \"$GTFS_EXIT_CODE $GTFS_MESSAGE\" > \(note)'",
        ]
        try place.serve(NightlyFeed())
        let result = try place.update()
        #expect(result.hookFailure != nil)
        let text = try String(contentsOfFile: note, encoding: .utf8)
        #expect(text.hasPrefix("70 published "))
        #expect(text.hasSuffix("but the hook failed: /bin/sh exited with 3\n"))
    }
}
