import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime
import TransitSample

@testable import TransitClient
@testable import TransitServer

/// Boards, runs, alerts and vehicles of a live source, of a client of a server with the same messages, and of
/// `OfflineFirst` over the bundle.
@Suite("Live answers of many feeds and messages", .blocking) struct LiveFeedsTests {
    /// `REALTIME_SEEDS=20` asks for as many made messages.
    private static let seeds =
        ProcessInfo.processInfo.environment["REALTIME_SEEDS"].flatMap { Int($0) } ?? 1

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static func messages(in folder: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".pb") }.sorted().prefix(2)
            .map { try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
    }

    @Test(
        "public feeds and their messages", .sharedFiles,
        arguments: [
            "bustang", "kingston-1", "mmri-3b", "nmbs-cancel", "st-duplicated-1", "wmata-1",
        ])
    @available(macOS 14, iOS 17, *)
    func published(name: String) async throws {
        let data = try #require(PackageRoot.shared("realtime/data/" + name))
        let sample = try LiveSample(
            try BuiltBundle(feed: data + "/static.zip"), messages: Self.messages(in: data))
        try await compare(sample, name)
    }

    @Test("made messages", .realtimeBindings, arguments: [false, true])
    @available(macOS 14, iOS 17, *)
    func made(isWild: Bool) async throws {
        let built = try await BuiltBundle.sample.value
        for seed in 1...Self.seeds {
            let out = "\(folder.path)/\(seed)"
            let made = try RealtimeBindings.run(
                "made_realtime.py",
                [
                    PackageRoot.path + "/feeds/sample", "2026-11-20T08:00:00+11:00", out, "--seed",
                    "\(seed)",
                ] + (isWild ? ["--wild"] : []), folder: folder)
            try #require(made.end == .exited(0), "\(made.standardError)")
            let sample = try LiveSample(built, messages: Self.messages(in: out))
            try await compare(sample, "seed \(seed)\(isWild ? ", wild" : "")")
        }
    }

    @available(macOS 14, iOS 17, *)
    private func compare(_ sample: LiveSample, _ name: String) async throws {
        let clients = [
            try await sample.client(of: .forms), try await sample.client(of: .http),
            OfflineFirst(
                remote: CannedSource.sample(failure: TransportError(.unreachable, "away")),
                bundle: sample.source, policy: .remoteFirst(timeout: .seconds(1800))),
        ]
        var live = 0
        for (number, client) in clients.enumerated() {
            let same = SameAnswers(sample.source, client)
            live += try await ask(same, about: sample)
            #expect(same.differences == [], "\(name), client \(number)")
        }
        #expect(live > 0, "\(name)")
        try await compareStreams(sample, name)
    }

    /// The first board of a stream is what leaves from the present minute on.
    @available(macOS 14, iOS 17, *)
    private func compareStreams(_ sample: LiveSample, _ name: String) async throws {
        let core = try await sample.core()
        let seconds = (sample.now.timeIntervalSince1970 / 60).rounded(.down) * 60
        let stops = try await sample.built.bundle.stops(
            after: 0, limit: 100_000, kinds: [.stop, .station])
        for index in stride(from: 0, to: stops.count, by: max(1, stops.count / 20)) {
            let id = PercentCoding.encodedSegment(stops[index].stopID)
            let target = try RequestTarget("/api/v1/stops/\(id)/departures/stream?n=9")
            let topic = BoardHub.Topic(
                feed: try core.catalog.feed(nil).name, version: nil,
                question: try target.question.get())
            var events = try await core.hub.events(topic, after: nil).makeAsyncIterator()
            let event = try #require(await events.next())
            let board = try Envelope<Board>.decoded(from: Data(event.data.utf8)).data
            let wanted = try await sample.source.nextDepartures(
                from: stops[index], at: Date(timeIntervalSince1970: seconds), count: 9)
            #expect(board.events == wanted, "\(name), \(id)")
        }
        core.hub.close()
    }

    /// Asks about up to forty stops; how many rows have news.
    private func ask(_ same: SameAnswers, about sample: LiveSample) async throws -> Int {
        let now = sample.now
        let stops = try await sample.built.bundle.stops(
            after: 0, limit: 100_000, kinds: [.stop, .station])
        var live = 0
        for index in stride(from: 0, to: stops.count, by: max(1, stops.count / 40)) {
            let stop = stops[index]
            let board = await same.ask("board of \(stop.stopID)") {
                try await $0.boards(of: [stop], at: now, for: 3600).first
            }
            live += board??.events.count { $0.realtime != nil } ?? 0
            await same.ask("arrivals at \(stop.stopID)") {
                try await $0.nextArrivals(at: stop, from: now)
            }
            let event = board??.events.first { $0.realtime != nil }
            guard let event else { continue }
            await same.ask("run \(event.tripID)") {
                try await $0.run(
                    tripID: event.tripID, startDate: event.serviceDate,
                    startTime: event.startTime, now: now)
            }
        }
        await same.ask("alerts") { try await $0.alerts(about: .everything, at: nil) }
        await same.ask("vehicles") { try await $0.vehicles(matching: VehicleFilter()) }
        return live
    }
}
