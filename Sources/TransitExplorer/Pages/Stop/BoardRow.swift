import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

/// A row of a board.
@available(iOS 17, macOS 14, *)
struct BoardRow {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let stop: StopDTO
    private let routes: [String: RouteDTO]
    private let headways: BoardHeadways

    init(
        _ context: ExplorerContext, stop: StopDTO, routes: [RouteDTO],
        headways: BoardHeadways
    ) {
        self.context = context
        texts = context.texts
        self.stop = stop
        self.routes = Dictionary(routes.map { ($0.routeID, $0) }) { first, _ in first }
        self.headways = headways
    }

    func html(_ event: BoardEvent) -> HTML {
        let instant = event.instant.description
        let about: HTML? =
            event.isInterpolated
            ? "<span aria-hidden=\"true\">≈</span><span class=\"unseen\">\(texts("board.about"))</span> "
            : nil
        let details = details(event)
        let more: HTML? =
            details.isEmpty
            ? nil : " <span class=\"quiet\">\(HTML.joined(details, separator: " · "))</span>"
        return """
            <tr><td class="time">\(about)<time datetime="\(instant)">\(event.instant.clock)</time></td>\
            <td><time datetime="\(instant)" data-countdown></time></td>\
            <td>\(event.routeID.flatMap { routes[$0] }.map(context.link))</td>\
            <td><a href="\(address(event))">\(towards(event))</a>\(more)</td>\
            <td class="platform">\(event.platformCode.map(context.name))</td></tr>

            """
    }

    private func address(_ event: BoardEvent) -> String {
        context.links.trip(
            event.tripID, date: event.serviceDate,
            start: event.headwaySecs == nil ? nil : event.startTime)
    }

    /// The headsign, or else the destination of the route.
    private func towards(_ event: BoardEvent) -> HTML {
        if let headsign = event.headsign, !headsign.isEmpty { return context.name(headsign) }
        let route = event.routeID.flatMap { routes[$0] }?.routeLongName ?? ""
        return route.isEmpty ? "\(texts("board.nowhere"))" : context.name(route)
    }

    /// The remaining details, in words.
    private func details(_ event: BoardEvent) -> [HTML] {
        var words: [HTML] = []
        if event.serviceDate != event.instant.localDate {
            words.append("\(texts("board.service", ["day": texts.shortDay(event.serviceDate)]))")
        }
        if event.stopName != stop.stopName, event.stopID != stop.stopID {
            words.append(context.name(event.stopName))
        }
        if let every = headways.text(event, texts) { words.append("\(every)") }
        if let access = texts.access(event.access) { words.append("\(access)") }
        if let run = event.tripShortName { words.append(context.name(run)) }
        if let zone = event.timezone { words.append("\(texts("board.zone.own", ["zone": zone]))") }
        switch event.wheelchair {
        case 1: words.append("\(texts("wheelchair.trip.1"))")
        case 2: words.append("\(texts("wheelchair.trip.2"))")
        default: break
        }
        switch event.bikes {
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
    private var headways: [String: [HeadwayDTO]] = [:]

    /// For more trips than these the requests would take too long.
    private static let mostTrips = 30

    init(_ events: [BoardEvent], _ context: ExplorerContext) async throws {
        let trips = Set(events.filter { $0.headwaySecs != nil }.map(\.tripID)).sorted()
        for trip in trips.prefix(Self.mostTrips) {
            headways[trip] = try await context.ask(.trip, id: trip) { $0.trip }
                .data.headways
        }
    }

    /// The frequency of the trip of an event; nil when it runs once.
    func text(_ event: BoardEvent, _ texts: ExplorerTexts) -> String? {
        guard let seconds = event.headwaySecs else { return nil }
        let row = headways[event.tripID]?.first { row in
            event.startTime.map { row.startTime <= $0 && $0 < row.endTime } ?? false
        }
        return texts.frequency(
            seconds: seconds, isExact: event.exactTimes == 1, until: row?.endTime)
    }
}

/// A departure or an arrival, as a board shows either.
@available(iOS 17, macOS 14, *)
struct BoardEvent {
    let tripID: String
    let routeID: String?
    let stopID: String
    let stopName: String
    let platformCode: String?
    let serviceDate: ServiceDate
    let instant: ZonedInstant
    let headsign: String?
    let isInterpolated: Bool
    /// How riders board or, at an arrival, alight.
    let access: PickupDropOff
    let tripShortName: String?
    let wheelchair: Int?
    let bikes: Int?
    let startTime: ServiceTime?
    let headwaySecs: Int?
    let exactTimes: Int?
    /// The zone of the clock, where it differs from the board's.
    let timezone: String?
    /// Whether the instant may be hours off, because the feed gives no valid zone.
    let isZoneAssumed: Bool

    init(_ departure: DepartureDTO) {
        tripID = departure.tripID
        routeID = departure.routeID
        stopID = departure.stopID
        stopName = departure.stopName
        platformCode = departure.platformCode
        serviceDate = departure.serviceDate
        instant = departure.departure
        headsign = departure.headsign
        isInterpolated = departure.interpolated
        access = PickupDropOff(code: departure.pickupType)
        tripShortName = departure.tripShortName
        wheelchair = departure.wheelchairAccessible
        bikes = departure.bikesAllowed
        startTime = departure.startTime
        headwaySecs = departure.headwaySecs
        exactTimes = departure.exactTimes
        timezone = departure.timezone
        isZoneAssumed = departure.timezoneAssumed || departure.stopTimezoneAssumed
    }

    init(_ arrival: ArrivalDTO) {
        tripID = arrival.tripID
        routeID = arrival.routeID
        stopID = arrival.stopID
        stopName = arrival.stopName
        platformCode = arrival.platformCode
        serviceDate = arrival.serviceDate
        instant = arrival.arrival
        headsign = arrival.headsign
        isInterpolated = arrival.interpolated
        access = PickupDropOff(code: arrival.dropOffType)
        tripShortName = arrival.tripShortName
        wheelchair = arrival.wheelchairAccessible
        bikes = arrival.bikesAllowed
        startTime = arrival.startTime
        headwaySecs = arrival.headwaySecs
        exactTimes = arrival.exactTimes
        timezone = arrival.timezone
        isZoneAssumed = arrival.timezoneAssumed || arrival.stopTimezoneAssumed
    }
}
