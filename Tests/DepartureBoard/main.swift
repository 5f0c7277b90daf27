import Foundation
import TransitBundle
import TransitClient
import TransitModel

// The next departures from a stop: from a server while it answers, else from a bundle.
//
//     departure-board http://127.0.0.1:8080 town.sqlite CENTRAL [--at 2026-11-23T08:00:00Z]

/// Writes a line, at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let arguments = CommandLine.arguments + ["--at", Date().formatted(.iso8601)]
guard arguments.count > 5, let server = URL(string: arguments[1]), arguments[4] == "--at",
    let start = try? Date(arguments[5], strategy: .iso8601)
else {
    say("usage: departure-board SERVER BUNDLE STOP [--at INSTANT]")
    exit(64)
}
let begin = Date()
let transport = try CurlTransport()
let source = OfflineFirst(
    remote: TransitClient(server, transport: transport),
    bundle: try TransitBundleStore(path: arguments[2]), policy: .remoteFirst(timeout: .seconds(3)),
    connection: ConnectionMonitor(server, transport: transport))

/// Where an answer comes from, and how old it is.
func words(_ origin: AnswerOrigin, _ feed: FeedDescription) -> String {
    switch origin {
    case .live: "from the server, now"
    case .cached(let seconds): "from the server, \(Int(seconds)) seconds ago"
    case .bundle: "offline, timetable to \(feed.validity.lastServiceDay?.description ?? "?")"
    case .canned: "made up"
    }
}

/// Asks for the board, and shows it.
func show() async {
    do {
        let board = try await source.answering { source in
            let now = start.addingTimeInterval(Date().timeIntervalSince(begin))
            let stop = try await source.stop(id: arguments[3])
            let next = try await source.nextDepartures(from: stop, at: now, count: 5)
            return (stop: stop, next: next, feed: try await source.feed())
        }
        say("\(board.value.stop.stopName): \(words(board.origin, board.value.feed))")
        for departure in board.value.next {
            let style = Date.ISO8601FormatStyle(timeZone: departure.timeZone)
            let time = departure.time.date.formatted(style.time(includingFractionalSeconds: false))
            say("  \(time)  \(departure.route?.routeShortName ?? "")  \(departure.headsign ?? "")")
        }
    } catch {
        say("no board: \(error.localizedDescription)")
    }
}

await show()
for await _ in source.changes() { await show() }
