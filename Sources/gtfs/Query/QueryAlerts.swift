import ArgumentParser
import Foundation
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryAlerts: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "The alerts in live data: all, or those about one thing.",
        discussion: """
            An alert counts by the narrowest part that it names: one about a route at a stop is \
            about neither the route nor the stop. With --at, it must be one that riders see at \
            that time; with --trip, that is now if --at does not say. An alert never changes what \
            runs.
            """)

    @Option(.alerts, "stop") var stop: GivenParameter?

    @Option(.alerts, "route") var route: GivenParameter?

    @Option(.alerts, "trip") var trip: GivenParameter?

    @Flag(help: "Those about the feed as a whole.")
    var feed = false

    @Option(.alerts, "date") var date: GivenParameter?

    @Option(.alerts, "start_time", name: .customLong("start")) var start: GivenParameter?

    @Option(.alerts, "active", name: .customLong("at")) var at: InstantArgument?

    @Option("The language of texts (default: the feed's).", value: "tag")
    var language: String?

    @OptionGroup var options: LiveQueryOptions

    func validate() throws {
        try options.require(for: "alerts")
        let subjects = [stop, route, trip].count { $0 != nil } + (feed ? 1 : 0)
        if subjects > 1 {
            throw ValidationError("choose one of --stop, --route, --trip and --feed")
        }
        if trip == nil, date != nil || start != nil {
            throw ValidationError("--date and --start need --trip")
        }
    }

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let zone = asked.bundle.timeZone
        let given = at?.date(of: "--at", in: zone, now: asked.now)
        let moment = trip == nil ? given : given ?? asked.now
        var query = [stop, route, trip, GivenParameter("active", moment.map(AskedInstant.text))]
        if feed { query.append(GivenParameter("scope", AlertScope.feed.rawValue)) }
        if let trip, let moment { query += try await run(of: trip.text, moment, in: asked) }
        let pages = try await asked.pages(.alerts, query + [GivenParameter("limit", "500")]) {
            try await $0.alerts()
        }
        return QueryAnswer(
            pages,
            table: CSVTable(
                rows: ["alerts"],
                columns: [
                    "id", "severity_level", "cause", "effect", "header_text", "description_text",
                    "url",
                ])
        ) {
            let lines = pages.flatMap(\.data.elements).flatMap(AlertText.lines)
            return lines.isEmpty ? ["no alerts"] : lines
        }
    }

    /// The day of a run, and its start where there are several.
    private func run(
        of trip: String, _ moment: Date, in asked: AskedBundle
    ) async throws -> [GivenParameter?] {
        let run = try await asked.source.run(
            tripID: trip, startDate: date?.date, startTime: start?.time, now: moment)
        if let run {
            return [
                GivenParameter("date", "\(run.serviceDate)"),
                run.headwaySecs == nil
                    ? nil : GivenParameter("start_time", run.startTime?.description),
            ]
        }
        let known = try await asked.source.trip(id: trip)
        guard start == nil, try await !asked.source.headways(of: known).isEmpty else {
            throw TransitSourceError.notFound(kind: "run of trip", id: trip)
        }
        return [date ?? GivenParameter("date", "\(asked.bundle.date(at: moment))")]
    }
}

enum AlertText {
    static func lines(_ alert: ServiceAlert) -> [String] {
        let parts =
            [alert.descriptionText, alert.url].compactMap { $0 }
            + periods("shown", alert.communicationPeriods)
            + periods("affects", alert.impactPeriods)
            + few(alert.informedEntities.map(words)) { "and \($0) more" }
        return [title(alert)] + parts.map { "  " + TerminalText.line($0) }
    }

    private static func periods(_ name: String, _ periods: [ServiceAlert.Period]) -> [String] {
        let spans = periods.map { period in
            [period.start, period.end].map { $0?.description ?? "" }.joined(separator: "/")
        }
        return few(spans.map { "\(name) \($0)" }) { "\(name) \($0) times more" }
    }

    private static func few(_ lines: [String], rest: (Int) -> String) -> [String] {
        lines.prefix(most) + (lines.count > most ? [rest(lines.count - most)] : [])
    }

    private static let most = 5

    /// Such as "SEVERE DETOUR: Market closed [17]".
    static func title(_ alert: ServiceAlert) -> String {
        let words = [alert.severityLevel, alert.effect].filter { !$0.hasPrefix("UNKNOWN") }
        let kind = words.isEmpty ? "ALERT" : words.joined(separator: " ")
        return
            "\(kind): \(TerminalText.line(alert.headerText ?? "")) [\(TerminalText.line(alert.id))]"
    }

    private static func words(_ entity: InformedEntity) -> String {
        let parts: [(String, String?)] = [
            ("agency", entity.agencyID), ("route", entity.routeID),
            ("route_type", entity.routeType.map(String.init)),
            ("direction", entity.directionID.map(String.init)), ("trip", entity.trip?.tripID),
            ("of route", entity.trip?.routeID), ("on", entity.trip?.startDate),
            ("at", entity.trip?.startTime), ("stop", entity.stopID),
        ]
        let words = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
        return words.isEmpty ? "nothing named" : words.joined(separator: ", ")
    }
}
