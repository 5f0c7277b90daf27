import ArgumentParser
import Foundation
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract:
            "Ask a bundle: stops, nearby, routes, stop, departures, arrivals, trip, timetable, alerts, vehicles.",
        discussion: """
            The bundle is the last argument. Stops and routes are named by the feed's ids, or by \
            their keys as sid:1 and rid:1. Times are RFC 3339 (2026-11-21T08:00:00+11:00), or \
            what the clock at the stop shows (2026-11-21T08:00).
            """,
        subcommands: [
            QueryStops.self, QueryNearby.self, QueryRoutes.self, QueryStop.self,
            QueryDepartures.self, QueryArrivals.self, QueryTrip.self, QueryTimetable.self,
            QueryAlerts.self, QueryVehicles.self,
        ])
}

struct QueryOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @Argument(help: "The bundle.")
    var bundle: TextArgument

    func validate() throws {
        if json, csv { throw ValidationError("choose one of --json and --csv") }
    }

    /// - Parameter realtime: the live data to lay over the timetable.
    func answer(
        _ realtime: RealtimeOptions? = nil, in language: String? = nil,
        _ question: @escaping @Sendable (AskedBundle) async throws -> QueryAnswer
    ) throws {
        let path = bundle.text
        let answer = try Blocking.run {
            let bundle = try TransitBundle(path: path)
            return try await question(
                realtime?.asked(of: bundle, in: language) ?? AskedBundle(bundle))
        }
        if json {
            try StandardOutput.write(data: answer.json)
        } else if csv {
            try StandardOutput.write(data: answer.csv)
        } else {
            try StandardOutput.write(answer.lines.map { $0 + "\n" }.joined())
        }
    }
}

/// An answer of the API, and how it is shown.
struct QueryAnswer: Sendable {
    /// The data as the server gives it; few answers have several pages.
    private let pages: [any WireForm]
    private let table: [any WireForm]
    private let rows: [String]
    private let columns: [String]
    let lines: [String]

    /// - Parameters:
    ///   - table: the data for CSV; nil for that of the server.
    ///   - rows: where the rows of CSV are in the data.
    ///   - columns: members of these rows.
    ///   - lines: the text for people.
    init(
        _ pages: [some WireForm], table: [any WireForm]? = nil, rows: [String], columns: [String],
        lines: [String]
    ) {
        self.pages = pages
        self.table = table ?? pages
        self.rows = rows
        self.columns = columns
        self.lines = lines
    }

    /// An answer that has one form only.
    init(lines: [String]) {
        self.lines = lines
        pages = []
        table = []
        rows = []
        columns = []
    }

    var json: String {
        get throws { try pages.map { try Self.text($0) + "\n" }.joined() }
    }

    var csv: String {
        get throws {
            try CSVTable.text(table.map { try Self.text($0) }, rows: rows, columns: columns)
        }
    }

    private static func text(_ page: some WireForm) throws -> String {
        String(decoding: try AnswerBody.bytes(of: page), as: UTF8.self)
    }
}

/// The reason why nothing runs, if the reason is the day: people often ask a feed about today when
/// it has long ended.
enum ServiceDaysRemark {
    /// To append to "nothing leaves"; empty for a day on which trips might run.
    static func text(_ date: ServiceDate, in bundle: TransitBundle) async throws -> String {
        let validity = try await bundle.validity()
        guard let first = validity.firstServiceDay, let last = validity.lastServiceDay else {
            return ": no trip of this feed runs on any day"
        }
        return first <= date && date <= last ? "" : ": trips run \(first) to \(last)"
    }
}

enum TimeZoneRemark {
    private static let most = 3

    static func write(_ bundle: TransitBundle) async throws {
        let without = try await bundle.feed().agenciesWithoutTimeZone
        guard !without.isEmpty else {
            // Without agencies, the feed has no zone.
            guard bundle.isTimeZoneAssumed else { return }
            StandardError.write(
                "gtfs: the feed has no agency to give a time zone: "
                    + "times are taken as \(bundle.timeZoneName)\n")
            return
        }
        let names = without.prefix(most).map { agency in
            let name = agency.agencyID ?? agency.agencyName ?? "the agency"
            return agency.agencyTimezone.map { "\(name) (\($0))" } ?? name
        }
        let others = without.count > most ? " and \(without.count - most) more" : ""
        StandardError.write(
            "gtfs: no valid time zone for \(names.joined(separator: ", "))\(others): "
                + "times are taken as \(bundle.timeZoneName)\n")
    }

    static func write(stops assumed: [String], zone: String) {
        var stops: [String] = []
        for stop in assumed where !stops.contains(stop) { stops.append(stop) }
        guard !stops.isEmpty else { return }
        let others = stops.count > most ? " and \(stops.count - most) more" : ""
        StandardError.write(
            "gtfs: the stop_timezone of \(stops.prefix(most).joined(separator: ", "))\(others), or "
                + "of the station there, does not exist: clocks are taken as \(zone)\n")
    }
}

enum ClockRemark {
    private static let most = 3

    /// A line for each zone of clocks other than that of the times; none when all clocks show it.
    static func lines(
        at stops: [Stop], timesIn zone: NamedTimeZone, of bundle: TransitBundle
    ) async throws -> [String] {
        var names: [String: [String]] = [:]
        var assumed: [String] = []
        for stop in stops {
            let clock = try await bundle.zone(at: stop)
            if clock.isStopTimeZoneAssumed { assumed.append(stop.stopID) }
            let name = stop.stopName.isEmpty ? stop.stopID : stop.stopName
            guard clock.zone.timeZone != zone.timeZone,
                names[clock.zone.name]?.contains(name) != true
            else { continue }
            names[clock.zone.name, default: []].append(name)
        }
        TimeZoneRemark.write(stops: assumed, zone: bundle.timeZoneName)
        return names.sorted { $0.key < $1.key }.map { other, names in
            let more = names.count > most ? " and \(names.count - most) more" : ""
            return "Times are in \(zone.name); clocks show \(other) at "
                + names.prefix(most).joined(separator: ", ") + more
        }
    }
}

enum Blocking {
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result = Promise<Result<Value, any Error>>()
        Task {
            do { result.keep(.success(try await work())) } catch { result.keep(.failure(error)) }
        }
        return try result.value().get()
    }
}
