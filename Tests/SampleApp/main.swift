import Foundation
import TransitBundle
import TransitClient
import TransitModel

// An app with search, boards, trips and favorites: from a server while it answers, else offline.
//
//     sample-app SERVER BUNDLE FAVORITES search TEXT | stop ID | trip STOP NUMBER
//                                        | keep STOP | favorites

/// The screens of the app, as lines.
struct SampleApp {
    let source: any TransitSource
    let saved: URL
    let now: Date
    let words = RiderWords(for: Locale.current.identifier)

    func run(_ command: String, _ values: [String]) async throws {
        switch (command, values.count) {
        case ("search", 1): try await search(values[0])
        case ("stop", 1): try await board(of: source.stop(id: values[0]))
        case ("trip", 2): try await trip(from: source.stop(id: values[0]), number: values[1])
        case ("keep", 1): try await keep(source.stop(id: values[0]))
        case ("favorites", 0): try await favorites()
        default: print("no such screen: \(command)")
        }
    }

    /// The stops that fit a text, each with its routes.
    func search(_ text: String) async throws {
        for hit in try await source.hits(matching: text, limit: 5, collapsingNeighbors: true) {
            let badges = hit.routes.map(\.name).joined(separator: " ")
            print(
                "\(hit.stop.stopID) \(hit.stop.stopName)", hit.place ?? "", badges, separator: "  ")
        }
    }

    /// The next departures from a stop, and where they come from.
    func board(of stop: Stop) async throws {
        let answer = try await source.answering {
            try await $0.nextDepartures(from: stop, at: now, count: 3)
        }
        print("\(stop.stopName): \(answer.origin.text(in: words))")
        for departure in answer.value { print(line(departure)) }
    }

    func line(_ event: StopEvent) -> String {
        var line = "  \(clock(event.time.date, event.timeZone))  \(event.route?.name ?? "")"
        line += "  \(event.headsign ?? "")"
        if let headway = event.headwayText(in: words) { line += " (\(headway))" }
        return line
    }

    /// The stops of the trip of a departure.
    func trip(from stop: Stop, number: String) async throws {
        let count = Int(number) ?? 1
        let departures = try await source.nextDepartures(from: stop, at: now, count: count)
        guard departures.count == count, let departure = departures.last,
            let run = try await source.run(of: departure)
        else { return print("no such departure") }
        for call in run.calls {
            guard let time = call.departure ?? call.arrival else { continue }
            print("  \(clock(time.date, call.timeZone))  \(call.stop?.stopName ?? "")")
        }
    }

    /// Adds a stop to the favorites.
    func keep(_ stop: Stop) async throws {
        try write(try read() + [try await FavoriteStop(stop, in: source)])
        print("kept \(stop.stopName)")
    }

    /// The boards of the favorites, found again in whatever timetable there is today.
    func favorites() async throws {
        var favorites = try read()
        for (index, favorite) in favorites.enumerated() {
            switch try await favorite.resolve(in: source) {
            case .found(let stop, by: .key): try await board(of: stop)
            case .found(let stop, _):
                favorites[index] = try await favorite.refreshed(as: stop, in: source)
                try await board(of: stop)
            case .uncertain(let candidates):
                print("\(favorite.name): which one?", candidates.map(\.stop.stopName))
            case .missing: print("\(favorite.name): not in the timetable")
            }
        }
        try write(favorites)
    }

    func read() throws -> [FavoriteStop] {
        guard FileManager.default.fileExists(atPath: saved.path) else { return [] }
        return try JSONDecoder().decode([FavoriteStop].self, from: Data(contentsOf: saved))
    }

    func write(_ favorites: [FavoriteStop]) throws {
        try JSONEncoder().encode(favorites).write(to: saved, options: .atomic)
    }

    func clock(_ time: Date, _ zone: TimeZone) -> String {
        time.formatted(
            Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
var now = Date()
if arguments.count > 1, arguments[arguments.count - 2] == "--at" {
    now = try Date(arguments.removeLast(), strategy: .iso8601)
    arguments.removeLast()
}
guard arguments.count > 3, let server = URL(string: arguments[0]) else {
    print("usage: sample-app SERVER BUNDLE FAVORITES SCREEN [VALUE...] [--at INSTANT]")
    exit(64)
}
// Its tests run it on machines that are busy with others. An app for people is less patient.
var settings = ClientSettings()
settings.timeout = .seconds(1800)
settings.deadline = .seconds(1800)
let app = SampleApp(
    source: OfflineFirst(
        remote: TransitClient(server, transport: try CurlTransport(), settings: settings),
        bundle: try TransitBundleStore(path: arguments[1]),
        policy: .remoteFirst(timeout: .seconds(1800))),
    saved: URL(fileURLWithPath: arguments[2]), now: now)
do {
    try await app.run(arguments[3], Array(arguments.dropFirst(4)))
} catch {
    print(app.words.message(for: error))
}
