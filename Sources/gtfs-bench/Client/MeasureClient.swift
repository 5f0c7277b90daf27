import ArgumentParser
import Foundation
import SystemLayer
import TransitClient
import TransitModel

struct MeasureClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract:
            "Watches a server and shows a board, second by second, by a clock of its own.",
        discussion: """
            A server answers at the address, such as gtfs serve. Each second of the simulated \
            time it is pinged and asked for the board of the stop. Prints how much memory the \
            process had at most after each quarter, and exits 1 when the last three added more \
            than 4 MiB.
            """)

    @Argument(help: "The address of a server.")
    var server: String

    @Argument(help: "A stop_id.")
    var stop: String

    @Option(help: "The instant that the boards begin at, such as 2026-11-23T08:00:00Z.")
    var at: String

    private static let ticks = 3600
    /// Bytes that may be added after the first quarter.
    private static let allowance = 4 << 20

    func run() async throws {
        guard let url = URL(string: server), let start = Self.instant(at) else {
            throw ValidationError("\(server) or \(at) is not what is wanted")
        }
        let transport = URLSessionTransport()
        let clock = TickingClock()
        let monitor = ConnectionMonitor(url, transport: transport, clock: clock)
        var settings = ClientSettings()
        settings.clock = clock.clientClock(from: start)
        let client = TransitClient(url, transport: transport, settings: settings)
        let source = OfflineFirst(
            remote: client, bundle: client, policy: .remoteOnly, connection: monitor, clock: clock)
        let pings = Locked(0)
        let listening = Task {
            for await _ in monitor.states() { pings.withLock { $0 += 1 } }
        }
        var peaks: [Int] = []
        var departures = 0
        for tick in 0..<Self.ticks {
            let now = start.addingTimeInterval(Double(tick))
            departures += try await source.nextDepartures(
                from: source.stop(id: stop), at: now
            ).count
            // The ping has been answered when the monitor waits only for the next one.
            while monitor.state == .checking || clock.sleepers != 1 { await Task.yield() }
            clock.advance(by: .seconds(1))
            if (tick + 1) * 4 / Self.ticks > peaks.count {
                peaks.append(ThisProcess.peakMemoryBytes)
            }
        }
        listening.cancel()
        await listening.value
        print(
            "\(Self.ticks) seconds, \(departures) departures, states told: \(pings.withLock { $0 })"
        )
        print("peak memory after each quarter:", peaks.map(String.init).joined(separator: " "))
        let added = (peaks.last ?? 0) - (peaks.first ?? 0)
        print("added after the first: \(added) bytes")
        if added > Self.allowance { throw ExitCode.failure }
    }

    private static func instant(_ text: String) -> Date? {
        do { return try Date(text, strategy: .iso8601) } catch { return nil }
    }
}

private final class TickingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, Never>)] =
            [:]
        var count = 0
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Swift.Duration { .zero }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.now < deadline, !Task.isCancelled else { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    func clientClock(from start: Date) -> ClientClock {
        @Sendable func uptime() -> Swift.Duration { Instant().duration(to: now) }
        return ClientClock(
            now: { start.addingTimeInterval(Double(uptime().components.seconds)) },
            uptime: uptime, sleep: { try await self.sleep(for: $0, tolerance: nil) })
    }
}
