import TransitAPI
import TransitModel
import WebPages

/// A row of a board.
@available(iOS 17, macOS 14, *)
struct BoardRow {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let stop: Stop
    private let routes: [String: Route]
    private let headways: BoardHeadways

    init(
        _ context: ExplorerContext, stop: Stop, routes: [Route],
        headways: BoardHeadways
    ) {
        self.context = context
        texts = context.texts
        self.stop = stop
        self.routes = Dictionary(routes.map { ($0.routeID, $0) }) { first, _ in first }
        self.headways = headways
    }

    func html(_ event: StopEventDTO) -> HTML {
        let instant = event.time.description
        let about: HTML? =
            event.interpolated
            ? "<span aria-hidden=\"true\">≈</span><span class=\"unseen\">\(texts("board.about"))</span> "
            : nil
        let details = details(event)
        let more: HTML? =
            details.isEmpty
            ? nil : " <span class=\"quiet\">\(HTML.joined(details, separator: " · "))</span>"
        return """
            <tr><td class="time">\(about)<time datetime="\(instant)">\(event.time.clock)</time></td>\
            <td><time datetime="\(instant)" data-countdown></time></td>\
            <td>\(event.routeID.flatMap { routes[$0] }.map(context.link))</td>\
            <td><a href="\(address(event))">\(towards(event))</a>\(more)</td>\
            <td class="platform">\(event.platformCode.map(context.name))</td></tr>

            """
    }

    private func address(_ event: StopEventDTO) -> String {
        context.links.trip(
            event.tripID, date: event.serviceDate,
            start: event.headwaySecs == nil ? nil : event.startTime)
    }

    /// The headsign, or else the destination of the route.
    private func towards(_ event: StopEventDTO) -> HTML {
        if let headsign = event.headsign, !headsign.isEmpty { return context.name(headsign) }
        let route = event.routeID.flatMap { routes[$0] }?.routeLongName ?? ""
        return route.isEmpty ? "\(texts("board.nowhere"))" : context.name(route)
    }

    /// The remaining details, in words.
    private func details(_ event: StopEventDTO) -> [HTML] {
        var words: [HTML] = []
        if event.serviceDate != event.time.localDate {
            words.append("\(texts("board.service", ["day": texts.shortDay(event.serviceDate)]))")
        }
        if event.stopName != stop.stopName, event.stopID != stop.stopID {
            words.append(context.name(event.stopName))
        }
        if let every = headways.text(event, texts) { words.append("\(every)") }
        if let access = texts.access(PickupDropOff(code: event.pickupDropOffType)) {
            words.append("\(access)")
        }
        if let run = event.tripShortName { words.append(context.name(run)) }
        if let zone = event.timezone { words.append("\(texts("board.zone.own", ["zone": zone]))") }
        switch event.wheelchairAccessible {
        case 1: words.append("\(texts("wheelchair.trip.1"))")
        case 2: words.append("\(texts("wheelchair.trip.2"))")
        default: break
        }
        switch event.bikesAllowed {
        case 1: words.append("\(texts("bikes.1"))")
        case 2: words.append("\(texts("bikes.2"))")
        default: break
        }
        return words
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerTexts {
    /// The conditions for boarding or alighting; nil for none.
    func access(_ access: PickupDropOff) -> String? {
        switch access {
        case .phoneAgency: self("access.phone")
        case .askDriver: self("access.driver")
        default: nil
        }
    }

    /// The frequency of a trip: `every 10 min`, `about every 6 min until 20:00`.
    func frequency(seconds: Int, isExact: Bool, until: ServiceTime?) -> String {
        let length = length(seconds: seconds)
        let every = self(isExact ? "frequency.exact" : "frequency.about", ["n": length])
        guard let until else { return every }
        return self("frequency.until", ["every": every, "time": clock(until)])
    }
}

/// The time until which the trips of a board repeat: the board itself says only how often.
@available(iOS 17, macOS 14, *)
struct BoardHeadways {
    private var headways: [String: [Headway]] = [:]

    /// For more trips than these the requests would take too long.
    private static let mostTrips = 30

    init(_ events: [StopEventDTO], _ context: ExplorerContext) async throws {
        let trips = Set(events.filter { $0.headwaySecs != nil }.map(\.tripID)).sorted()
        for trip in trips.prefix(Self.mostTrips) {
            headways[trip] = try await context.ask(.trip, id: trip) { $0.trip }
                .data.headways
        }
    }

    /// The frequency of the trip of an event; nil when it runs once.
    func text(_ event: StopEventDTO, _ texts: ExplorerTexts) -> String? {
        guard let seconds = event.headwaySecs else { return nil }
        let row = headways[event.tripID]?.first { row in
            event.startTime.map { row.startTime <= $0 && $0 < row.endTime } ?? false
        }
        return texts.frequency(
            seconds: seconds, isExact: event.exactTimes == 1, until: row?.endTime)
    }
}
