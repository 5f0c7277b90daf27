import ArgumentParser
import Foundation
import GTFSRealtime
import SystemLayer
import TransitBundle
import TransitModel
import TransitRealtime

struct MeasureLive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract:
            "Measures live boards: from the bytes of messages to a board, and boards after that.",
        discussion: """
            What counts is the fastest of the runs. The memory is that of this process: before the first \
            message, with all messages laid over the bundle, and the most. With --followed a board is \
            asked of a source that is no bundle, as an app with a server does.
            """)

    @Argument(help: "Files with messages, each of a source of its own.")
    var messages: [String]

    @Option(help: "The bundle.")
    var bundle: String

    @Option(help: "Runs.")
    var runs = 5

    @Option(help: "Stops whose boards are asked for once the messages are laid over the bundle.")
    var boards = 200

    @Flag(help: "Match only the trips of the board that is asked for.")
    var followed = false

    func validate() throws {
        guard runs > 0, boards > 0 else { throw ValidationError("numbers must be 1 or more") }
    }

    func run() async throws {
        let bundle = try TransitBundle(path: bundle)
        let bytes = try messages.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        let trial = LiveTrial(bundle: bundle, bytes: bytes, isFollowed: followed)
        let at = try trial.instant()
        let stops = try await busiest(of: bundle, at: at)
        guard let stop = stops.first else { throw BenchmarkError("no stop has departures then") }
        // The first questions of a bundle are no part of the cost of messages.
        _ = try await Self.seconds(of: bundle, at: stops, from: at)
        let before = Self.residentBytes
        var wall = Double.infinity
        var processor = Double.infinity
        var live = trial.source()
        for _ in 0..<runs {
            live = trial.source()
            let start = (ThisProcess.steadySeconds, ThisProcess.processorSeconds)
            for (number, bytes) in bytes.enumerated() {
                try live.messages.receive(bytes, from: "\(number)")
            }
            _ = try await live.departures(from: stop, at: at)
            wall = min(wall, ThisProcess.steadySeconds - start.0)
            processor = min(processor, ThisProcess.processorSeconds - start.1)
        }
        let after = Self.residentBytes
        var plain = Double.infinity
        var boards = Double.infinity
        for _ in 0..<runs * 10 {
            plain = min(plain, try await Self.seconds(of: bundle, at: stops, from: at))
            boards = min(boards, try await Self.seconds(of: live, at: stops, from: at))
        }
        let report = try await live.matchReport()
        func megabytes(_ bytes: Int?) -> String {
            Printing.number(bytes.map { Double($0) / 1e6 }, 1)
        }
        print(
            Printing.markdown([
                ["of \(messages.count) messages, \(trial.tripUpdates) trip updates", ""],
                ["bytes to a board, ms", Printing.number(wall * 1000, 1)],
                ["the same, ms of processors", Printing.number(processor * 1000, 1)],
                [
                    "share of trip updates that match",
                    Printing.number(report?.matchedShare, 3),
                ],
                ["a board without live data, ms", Printing.number(plain * 1000, 3)],
                ["a board with live data, ms", Printing.number(boards * 1000, 3)],
                ["speed with over speed without", Printing.number(plain / boards, 2)],
                ["memory before, MB", megabytes(before)],
                ["memory after, MB", megabytes(after)],
                ["most memory, MB", megabytes(ThisProcess.peakMemoryBytes)],
            ]))
    }

    /// Stops in the order of their departures in an hour, the busiest first, at most as many as are wanted.
    private func busiest(of bundle: TransitBundle, at: Date) async throws -> [TransitModel.Stop] {
        let world = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        var counts: [(stop: TransitModel.Stop, count: Int)] = []
        for stop in try await bundle.stops(in: world, limit: 500, kinds: [.stop]) {
            let events = try await bundle.departures(from: stop, at: at)
            if !events.isEmpty { counts.append((stop, events.count)) }
        }
        return counts.sorted { ($0.count, $0.stop.stopID) > ($1.count, $1.stop.stopID) }
            .prefix(boards).map(\.stop)
    }

    private static func seconds(
        of source: some TransitSource, at stops: [TransitModel.Stop], from at: Date
    ) async throws -> Double {
        let start = ThisProcess.steadySeconds
        for stop in stops { _ = try await source.departures(from: stop, at: at) }
        return (ThisProcess.steadySeconds - start) / Double(stops.count)
    }

    private static var residentBytes: Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 }
    }
}

struct LiveTrial {
    let bundle: TransitBundle
    let bytes: [[UInt8]]
    let isFollowed: Bool
    let tripUpdates: Int

    init(bundle: TransitBundle, bytes: [[UInt8]], isFollowed: Bool) {
        self.bundle = bundle
        self.bytes = bytes
        self.isFollowed = isFollowed
        let messages = bytes.compactMap { try? FeedMessage($0) }
        tripUpdates = messages.flatMap { $0.entities.filter { $0.tripUpdate != nil } }.count
    }

    func instant() throws -> Date {
        guard let first = bytes.first, let timestamp = try FeedMessage(first).header.timestamp
        else {
            throw BenchmarkError("the first message does not say from when it is")
        }
        return Date(timeIntervalSince1970: Double(timestamp))
    }

    func source() -> RealtimeSource {
        let messages = RealtimeMessages(asOf: bytes.compactMap { try? FeedMessage($0) })
        guard isFollowed else { return RealtimeSource(over: bundle, messages: messages) }
        return RealtimeSource(over: Followed(bundle: bundle), messages: messages)
    }

    private struct Followed: ForwardingSource {
        let bundle: TransitBundle

        func forward<Value: Sendable>(
            _ question: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Value {
            try await question(bundle)
        }

        func answering<Value: Sendable>(
            _ questions: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Answer<Value> {
            Answer(try await questions(self), from: .canned)
        }

        func changes() -> AsyncStream<Void> { bundle.changes() }
    }
}
