import ArgumentParser
import Foundation
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryAlerts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "The alerts in live data: all, or those about one thing.",
        discussion: """
            An alert counts by the narrowest part that it names: one about a route at a stop is \
            about neither the route nor the stop. With --at, it must be one that riders see at \
            that time. An alert never changes what runs.
            """)

    @Option(help: "About a stop, and places above and below it: a stop_id, or sid:1.")
    var stop: TextArgument?

    @Option(help: "About all runs of a route: a route_id, or rid:1.")
    var route: TextArgument?

    @Option(help: "About a run, its calls and their stops: a trip_id.")
    var trip: TextArgument?

    @Flag(help: "About the feed as a whole.")
    var feed = false

    @Option(
        help: ArgumentHelp(
            "With --trip, the service day, YYYYMMDD (default: that of --at).", valueName: "date"),
        transform: ServiceDateArgument.read)
    var date: ServiceDateArgument?

    @Option(
        help: ArgumentHelp(
            "With --trip of frequencies.txt, when the run starts.", valueName: "time"),
        transform: ServiceTimeArgument.read)
    var start: ServiceTimeArgument?

    @Option(
        help: ArgumentHelp(
            "Only alerts that riders see at this time (default: alerts of any time, and now for "
                + "--trip).",
            valueName: "time"),
        transform: InstantArgument.read)
    var at: InstantArgument?

    @Option(help: ArgumentHelp("The language of texts (default: the feed's).", valueName: "tag"))
    var language: TextArgument?

    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var options: QueryOptions

    func validate() throws {
        guard !realtime.messages.isEmpty else {
            throw ValidationError("alerts need --realtime FILE or URL")
        }
        let subjects = [stop, route, trip].count { $0 != nil } + (feed ? 1 : 0)
        if subjects > 1 {
            throw ValidationError("choose one of --stop, --route, --trip and --feed")
        }
        if trip == nil, date != nil || start != nil {
            throw ValidationError("--date and --start need --trip")
        }
    }

    func run() throws {
        try options.answer(realtime, in: language?.text) { [self] asked in
            let zone = asked.bundle.timeZone(ofRoute: nil).timeZone
            let today = ServiceClock(timeZone: zone).date(at: asked.now)
            let moment = at?.date(of: "--at", in: zone, today: today)
            var (day, startTime): (ServiceDate?, ServiceTime?) = (date?.date, start?.time)
            if let trip {
                (day, startTime) = try await run(of: trip.text, moment ?? asked.now, in: asked)
            }
            let pages = try await asked.pages(
                .alerts,
                [
                    "stop": stop?.text, "route": route?.text, "trip": trip?.text,
                    "scope": feed ? AlertScope.feed.rawValue : nil,
                    "date": day?.description, "start_time": startTime?.description,
                    "active": (trip == nil ? moment : moment ?? asked.now).map(AskedInstant.text),
                    "limit": "500",
                ]
            ) { try await $0.alerts() }
            let lines = pages.flatMap(\.elements).flatMap(AlertText.lines)
            return QueryAnswer(
                pages, rows: ["alerts"], columns: AlertText.columns,
                lines: lines.isEmpty ? ["no alerts"] : lines)
        }
    }

    /// The day of a run, and its start where there are several.
    private func run(
        of trip: String, _ moment: Date, in asked: AskedBundle
    ) async throws -> (ServiceDate, ServiceTime?) {
        let run = try await asked.source.run(
            tripID: trip, startDate: date?.date, startTime: start?.time, now: moment)
        if let run { return (run.serviceDate, run.headwaySecs == nil ? nil : run.startTime) }
        let known = try await asked.source.trip(id: trip)
        guard start == nil, try await !asked.source.headways(of: known).isEmpty else {
            throw TransitSourceError.notFound(kind: "run of trip", id: trip)
        }
        return (date?.date ?? asked.bundle.date(at: moment), nil)
    }
}

enum AlertText {
    static let columns = [
        "id", "severity_level", "cause", "effect", "header_text", "description_text", "url",
    ]

    static func lines(_ alert: ServiceAlert) -> [String] {
        var lines = [title(alert)]
        func add(_ text: String?) {
            if let text { lines.append("  " + TerminalText.line(text)) }
        }
        add(alert.descriptionText)
        add(alert.url)
        func periods(_ name: String, _ periods: [ServiceAlert.Period]) {
            for period in periods.prefix(most) {
                let ends = [period.start, period.end].map { $0?.description ?? "" }
                add("\(name) \(ends[0])/\(ends[1])")
            }
            if periods.count > most { add("\(name) \(periods.count - most) times more") }
        }
        periods("shown", alert.communicationPeriods)
        periods("affects", alert.impactPeriods)
        for entity in alert.informedEntities.prefix(most) { add(words(entity)) }
        if alert.informedEntities.count > most {
            add("and \(alert.informedEntities.count - most) more")
        }
        return lines
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
