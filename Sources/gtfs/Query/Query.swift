import ArgumentParser
import Foundation
import SystemLayer
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

    func answer(
        _ question: @escaping @Sendable (TransitBundle) async throws -> QueryAnswer
    ) throws {
        let path = bundle.text
        let answer = try Blocking.run { try await question(TransitBundle(path: path)) }
        if json {
            try StandardOutput.write(data: answer.json + "\n")
        } else if csv {
            try StandardOutput.write(data: answer.csv)
        } else {
            try StandardOutput.write(answer.text)
        }
    }
}

struct QueryAnswer: Sendable {
    let json: String
    let csv: String
    let text: String

    /// Prints `none` when the table is empty.
    init<Row: Encodable>(
        _ rows: [Row], columns: [String], table: TextTable, none: String
    ) {
        self.init(rows, columns: columns, lines: table.lines, none: none)
    }

    init<Row: Encodable>(_ rows: [Row], columns: [String], lines: [String], none: String) {
        json = JSONText.pretty(rows)
        csv = CSVTable.text(rows, columns: columns)
        text = (rows.isEmpty ? [none] : lines).joined(separator: "\n") + "\n"
    }

    init(whole: some Encodable) {
        json = JSONText.pretty(whole)
        csv = json + "\n"
        text = json + "\n"
    }

    init<Whole: Encodable, Row: Encodable>(
        _ whole: Whole, rows: [Row], columns: [String], lines: [String]
    ) {
        json = JSONText.pretty(whole)
        csv = CSVTable.text(rows, columns: columns)
        text = lines.joined(separator: "\n") + "\n"
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

    /// A line for each other zone; none when all clocks show the zone of the times.
    static func lines(
        _ zone: NamedTimeZone, _ stops: [(name: String, zone: TimeZone, zoneName: String)]
    ) -> [String] {
        let others = Dictionary(
            grouping: stops.filter { $0.zone != zone.timeZone }, by: \.zoneName)
        return others.sorted { $0.key < $1.key }.map { other, stops in
            var names: [String] = []
            for stop in stops where !names.contains(stop.name) { names.append(stop.name) }
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
