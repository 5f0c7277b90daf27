import Foundation
import TransitBundle
import TransitClient
import TransitModel
import TransitRealtime

// The next departures from a stop without a server: a bundle, and messages of GTFS Realtime laid over it. The
// last ones are kept in a folder, for a start without a network.
//
//     live-board town.sqlite CENTRAL messages https://example.org/trips.pb --at 2026-11-23T08:00:00Z

/// Writes a line, at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 4, arguments[arguments.count - 2] == "--at",
    let start = try? Date(arguments[arguments.count - 1], strategy: .iso8601)
else {
    say("usage: live-board BUNDLE STOP FOLDER [URL...] --at INSTANT")
    exit(64)
}
let begin = Date()
let now = { @Sendable [start, begin] in start.addingTimeInterval(Date().timeIntervalSince(begin)) }
let messages = RealtimeMessages(keptIn: URL(fileURLWithPath: arguments[2]), clock: now)
let source = RealtimeSource(over: try TransitBundleStore(path: arguments[0]), messages: messages)
let feeds = arguments[3..<(arguments.count - 2)].compactMap { URL(string: $0) }
    .enumerated().map { RealtimeFeed("source \($0)", $1) }
let refresher = RealtimeRefresher(
    feeds, into: messages, by: TransportFetching(try CurlTransport()))

/// The clock at a stop.
func clock(_ instant: Date, in zone: TimeZone) -> String {
    instant.formatted(
        Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
}

/// Asks for the board, and shows it.
func show() async throws {
    let (stop, next, state) = try await source.answering { source in
        let stop = try await source.stop(id: arguments[1])
        let next = try await source.nextDepartures(from: stop, at: now(), count: 5)
        return (stop, next, try await source.realtimeState())
    }.value
    let at = state?.at.map { " as of \(clock($0, in: next.first?.timeZone ?? .gmt))" } ?? ""
    say("\(stop.stopName): \(state?.freshness.rawValue ?? "timetable")\(at)")
    for event in next {
        let isMoved = event.expectedTime != event.time
        let expected = isMoved ? clock(event.time.date, in: event.timeZone) : ""
        let status = event.realtime?.status.rawValue ?? ""
        let time = clock(event.expectedTime.date, in: event.timeZone)
        let texts = [time, expected, status, event.tripID]
        say("  " + texts.filter { !$0.isEmpty }.joined(separator: "  "))
    }
}

let changes = source.changes()
async let refreshing: Void = refresher.run()
try await show()
for await _ in changes { try await show() }
await refreshing
