import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import TestSupport
import Testing
import TransitAPI

/// `gtfs query --json` beside the server, over the same bundle and the same message.
@Suite("The data of gtfs query is the server's", .blocking) struct QueryDataTests {
    private static let message = PackageRoot.path + "/feeds/sample-realtime.pb"
    private static let build = Task { try QueryPlace() }

    private struct QueryPlace: Sendable {
        let folder: TestFolder

        init() throws {
            folder = try TestFolder()
            let built = try ProcessRun.run(
                PackageRoot.executable("gtfs"),
                ["build", PackageRoot.path + "/feeds/sample", "-o", path], folder: folder)
            #expect(built.end == .exited(0), "\(built.standardError)")
        }

        var path: String { folder.path + "/town.sqlite" }
    }

    /// What the command prints.
    private func printed(_ arguments: [String], in place: QueryPlace) throws -> String {
        let outcome = try ProcessRun.run(
            PackageRoot.executable("gtfs"), ["query"] + arguments + ["--json", place.path],
            folder: place.folder)
        // A search without a hit prints its answer, and ends with 1.
        let code: Int32 = arguments.contains("nowhere at all") ? 1 : 0
        #expect(outcome.end == .exited(code), "\(arguments): \(outcome.standardError)")
        return outcome.standardOutput
    }

    /// The data of the server's answer.
    private func data(_ address: String, of served: LiveServed) async throws -> String {
        let reply = try await served.ask("/api/v1/" + address)
        let body = String(buffer: reply.body)
        #expect(reply.status == .ok, "\(address): \(body)")
        let end = try #require(body.range(of: #","meta":{"#, options: .backwards))
        #expect(body.hasPrefix(#"{"data":"#))
        return String(body[..<end.lowerBound].dropFirst(#"{"data":"#.count))
    }

    @Test(
        "Without live data",
        arguments: [
            (["stops", "orl caf"], "stops?q=orl%20caf&limit=20"),
            (["stops", "nowhere at all", "--limit", "3"], "stops?q=nowhere%20at%20all&limit=3"),
            (["nearby", "-33.86,151.21", "--limit", "3"], "stops?near=-33.86,151.21&limit=3"),
            (
                ["nearby", "-33.86,151.21", "--radius", "1500"],
                "stops?near=-33.86,151.21&radius=1500&limit=20"
            ),
            (["routes"], "routes"), (["stop", "CJ"], "stops/CJ"), (["stop", "HH"], "stops/HH"),
            (
                ["departures", "CJ", "--at", "2026-11-20T07:30", "--for", "30m"],
                "stops/CJ/departures?at=2026-11-20T07:30:00&for=30m&realtime=off"
            ),
            (
                ["departures", "sid:1", "--at", "2099-01-01T00:00Z"],
                "stops/sid:1/departures?at=2099-01-01T00:00:00Z&for=1h&realtime=off"
            ),
            (
                ["arrivals", "NS", "--at", "2026-11-20T07:40", "--for", "1d"],
                "stops/NS/arrivals?at=2026-11-20T07:40:00&for=24h&realtime=off"
            ),
            (["trip", "T1-WD-N2"], "trips/T1-WD-N2?realtime=off"),
            (["trip", "M1-E"], "trips/M1-E?realtime=off"),
            (["trip", "FX1-TO-HUBS"], "trips/FX1-TO-HUBS?realtime=off"),
            (["timetable", "T1", "--date", "20261120"], "routes/T1/timetable?date=20261120"),
            (["timetable", "FX1", "--date", "20261120"], "routes/FX1/timetable?date=20261120"),
        ] as [([String], String)])
    func plain(question: [String], address: String) async throws {
        let place = try await Self.build.value
        let served = try await LiveServed(
            place.folder, path: place.path, at: LiveServed.morning)
        let data = try await data(address, of: served)
        #expect(try printed(question, in: place) == data + "\n", "\(question)")
    }

    @Test("The run of a start is that of today")
    func start() async throws {
        let place = try await Self.build.value
        let served = try await LiveServed(place.folder, path: place.path, at: Date())
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "Australia/Sydney")
        format.dateFormat = "yyyyMMdd"
        func expected() async throws -> String {
            try await data(
                "trips/M1-E?date=\(format.string(from: Date()))&start_time=04:30:00&realtime=off",
                of: served)
        }
        // Midnight may pass between the questions.
        let before = try await expected()
        let found = try printed(["trip", "M1-E", "--start", "04:30"], in: place)
        let after = try await expected()
        #expect([before + "\n", after + "\n"].contains(found))
    }

    @Test(
        "With live data",
        arguments: [
            (
                ["departures", "CJ", "--at", "2026-11-20T07:40", "--for", "20m"],
                "stops/CJ/departures?at=2026-11-20T07:40:00&for=20m"
            ),
            (["departures", "CJ"], "stops/CJ/departures?for=1h"),
            (
                ["arrivals", "NS", "--at", "2026-11-20T07:40", "--for", "30m"],
                "stops/NS/arrivals?at=2026-11-20T07:40:00&for=30m"
            ),
            (["trip", "T1-WD-N2"], "trips/T1-WD-N2?at=2026-11-20T07:30:00"),
            (["trip", "T1-WD-N2", "--date", "20261120"], "trips/T1-WD-N2?date=20261120"),
            (["trip", "T1-WD-N2", "--date", "20261121"], "trips/T1-WD-N2?date=20261121"),
            (["trip", "L2-X", "--at", "2026-11-20T07:40"], "trips/L2-X?at=2026-11-20T07:40:00"),
            (["trip", "L2-N"], "trips/L2-N?at=2026-11-20T07:30:00"),
            (["trip", "L2-N", "--date", "20261120"], "trips/L2-N?date=20261120"),
            (
                ["trip", "L2-N", "--start", "07:40:00"],
                "trips/L2-N?at=2026-11-20T07:30:00&start_time=07:40:00"
            ),
            (
                ["trip", "L2-N", "--start", "07:41:00"],
                "trips/L2-N?at=2026-11-20T07:30:00&start_time=07:41:00"
            ),
            (
                ["trip", "T1-WD-N2", "--start", "07:40:00"],
                "trips/T1-WD-N2?at=2026-11-20T07:30:00&start_time=07:40:00"
            ),
            (
                ["trip", "T1-WD-N2", "--date", "20261121", "--start", "07:47:00"],
                "trips/T1-WD-N2?date=20261121&start_time=07:47:00"
            ),
            (["alerts"], "alerts?limit=500"), (["alerts", "--stop", "CJ"], "alerts?stop=CJ"),
            (
                ["alerts", "--route", "T1", "--at", "2026-11-20T07:30"],
                "alerts?route=T1&active=2026-11-20T07:30:00"
            ),
            (
                ["alerts", "--trip", "T1-WD-N2"],
                "alerts?trip=T1-WD-N2&date=20261120&active=2026-11-20T07:30:00"
            ),
            (["alerts", "--feed"], "alerts?scope=feed"),
            (["vehicles"], "vehicles?limit=500"),
            (["vehicles", "--route", "T1"], "vehicles?route=T1"),
            (["vehicles", "--bbox", "0,0,1,1"], "vehicles?bbox=0,0,1,1"),
            (["vehicles", "--bbox", "-179.5,-34,151.3,-33"], "vehicles?bbox=-179.5,-34,151.3,-33"),
            (["vehicles", "--trip", "T1-WD-N2"], "vehicles?trip=T1-WD-N2"),
        ] as [([String], String)])
    func live(question: [String], address: String) async throws {
        let place = try await Self.build.value
        let served = try await LiveServed(
            place.folder, path: place.path, at: LiveServed.morning)
        try await served.receive(Array(Data(contentsOf: URL(fileURLWithPath: Self.message))))
        let options = ["--now", "2026-11-20T07:30", "--realtime", Self.message]
        let data = try await data(address, of: served)
        #expect(try printed(question + options, in: place) == data + "\n", "\(question)")
    }

    @Test("In another language")
    func language() async throws {
        let place = try await Self.build.value
        let served = try await LiveServed(
            place.folder, path: place.path, at: LiveServed.morning)
        try await served.receive(Array(Data(contentsOf: URL(fileURLWithPath: Self.message))))
        let reply = try await served.ask("/api/v1/alerts", [.acceptLanguage: "de-AT"])
        let found = try printed(
            [
                "alerts", "--language", "de-AT", "--now", "2026-11-20T07:30", "--realtime",
                Self.message,
            ], in: place)
        #expect(found.contains("Aufzug"))
        #expect(String(buffer: reply.body).hasPrefix(#"{"data":"# + found.dropLast() + ","))
    }
}
