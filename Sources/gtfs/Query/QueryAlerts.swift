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

    @Option(AlertsQuestion.stop) var stop: String?

    @Option(AlertsQuestion.route) var route: String?

    @Option(AlertsQuestion.trip) var trip: String?

    @Flag(help: "Those about the feed as a whole.")
    var feed = false

    @Option(AlertsQuestion.date) var date: ServiceDate?

    @Option(AlertsQuestion.startTime, name: .customLong("start")) var start: ServiceTime?

    @Option(AlertsQuestion.moment, name: .customLong("at")) var at: InstantArgument?

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
        var question = Asked<AlertsQuestion> {
            $0.stop = stop
            $0.route = route
            $0.trip = trip
            $0.moment = moment.map(AskedInstant.instant)
            $0.scope = feed ? .feed : nil
            $0.limit = 500
        }
        if let trip, let moment {
            (question.date, question.startTime) = try await run(of: trip, moment, in: asked)
        }
        let pages = try await asked.pages(question) { try await $0.alerts() }
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
    ) async throws -> (date: ServiceDate, startTime: ServiceTime?) {
        let run = try await asked.source.run(
            tripID: trip, startDate: date, startTime: start, now: moment)
        if let run {
            return (run.serviceDate, run.headwaySecs == nil ? nil : run.startTime)
        }
        let known = try await asked.source.trip(id: trip)
        guard start == nil, try await !asked.source.headways(of: known).isEmpty else {
            throw TransitSourceError.notFound(kind: "run of trip", id: trip)
        }
        return (date ?? asked.bundle.date(at: moment), nil)
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
