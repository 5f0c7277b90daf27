import TransitModel
import WebPages

/// A row of a board: the expected time precedes the scheduled one, and the notes say in words
/// what is live.
struct BoardRow: PagePart {
    let context: ExplorerContext
    private let stop: Stop
    private let board: Board
    private let headways: BoardHeadways
    private let alerts: AlertList
    let isLive: Bool
    /// Whether trips differ in what they say about wheelchairs, and about bicycles: what all say
    /// stands once, above the board.
    private let hasWheelchairs: Bool
    private let hasBicycles: Bool
    private(set) var keys: [String] = []

    init(
        _ context: ExplorerContext, stop: Stop, board: PageAnswer<Board>,
        headways: BoardHeadways, alerts: AlertList
    ) {
        self.context = context
        self.stop = stop
        self.board = board.value
        self.headways = headways
        self.alerts = alerts
        isLive = board.hasLiveData
        let events = board.value.events
        let texts = context.texts
        hasWheelchairs = Set(events.map { texts.wheelchair($0.wheelchair) }).count > 1
        hasBicycles = Set(events.map { texts.bicycles($0.bikesAllowed) }).count > 1
        let hasPlatforms = events.contains {
            !($0.stop.platformCode ?? "").isEmpty || LiveCall($0).newPlatform != nil
        }
        // Live data changes, so each row has a place for it.
        let hasNotes = isLive || events.contains { !notes($0).isEmpty }
        keys =
            ["time", "route", "to"] + (hasNotes ? ["notes"] : [])
            + (hasWheelchairs || hasBicycles ? ["access"] : [])
            + (hasPlatforms ? ["platform"] : []) + ["in"]
    }

    var shared: [HTML] {
        let first = board.events.first
        return [
            hasWheelchairs
                ? nil : AccessIcons.wheelchair(first?.wheelchair, texts, beside: true),
            hasBicycles ? nil : AccessIcons.bicycle(first?.bikesAllowed, texts, beside: true),
        ].compactMap { $0 }
    }

    func html(_ event: StopEvent) -> HTML {
        let notes = notes(event)
        let cells = keys.map { key -> HTML in
            """
            <td class="\(key)" role="cell">\(cell(of: key, event, notes: notes))</td>
            """
        }
        let off: HTML? = LiveCall(event).isOff ? " off" : nil
        let look: HTML? = isLive || !notes.isEmpty ? " class=\"noted\(off)\"" : nil
        return "<tr role=\"row\"\(look)>\(cells)</tr>\n"
    }

    private func cell(of key: String, _ event: StopEvent, notes: [HTML]) -> HTML? {
        switch key {
        case "time": return time(event)
        case "route": return event.route.map(context.link)
        case "to": return "<a href=\"\(address(event))\">\(towards(event))</a>"
        case "notes": return HTML.joined(notes, separator: " · ")
        case "access":
            let icons = [
                hasWheelchairs ? AccessIcons.wheelchair(event.wheelchair, texts) : nil,
                hasBicycles ? AccessIcons.bicycle(event.bikesAllowed, texts) : nil,
            ]
            return HTML.joined(icons.compactMap { $0 }, separator: " ")
        case "platform":
            return context.platform(LiveCall(event), else: event.stop.platformCode)
        default:
            guard !LiveCall(event).isOff else { return nil }
            return "<time datetime=\"\(event.shownTime.description)\" data-countdown></time>"
        }
    }

    private func time(_ event: StopEvent) -> HTML {
        func element(_ instant: LocalInstant) -> HTML {
            "<time datetime=\"\(instant.description)\">\(instant.clock)</time>"
        }
        let about = event.isInterpolated ? texts.about : nil
        let live = LiveCall(event)
        let scheduled: HTML = "\(about)\(element(event.time))"
        if live.isOff { return "<s>\(scheduled)</s>" }
        guard let expected = live.expected else { return scheduled }
        return live.isMoved
            ? texts.moved(element(expected), from: scheduled) : element(expected)
    }

    private func address(_ event: StopEvent) -> String {
        links.trip(event.tripID, date: event.serviceDate, start: event.startTime)
    }

    private func towards(_ event: StopEvent) -> HTML {
        let headsign = LiveCall(event).newHeadsign ?? event.headsign ?? ""
        if !headsign.isEmpty { return context.name(headsign) }
        let route = event.route?.routeLongName ?? ""
        return route.isEmpty ? "\(texts("board.nowhere"))" : context.name(route)
    }

    private func notes(_ event: StopEvent) -> [HTML] {
        let live = LiveCall(event)
        var words = [live.state(texts), live.platformChange(texts)].compactMap { $0 }
        if live.newHeadsign != nil, let old = event.headsign, !old.isEmpty {
            words.append("\(texts("live.headsign")) \(context.name(old))")
        }
        words += live.vehicle(texts) + live.alerts.compactMap(alerts.link)
        if event.serviceDate != event.shownTime.localDate {
            words.append("\(texts("board.service", ["day": texts.shortDay(event.serviceDate)]))")
        }
        if event.stop.stopName != stop.stopName, event.stopID.exact != stop.stopID.exact {
            words.append(context.name(event.stop.stopName))
        }
        if let every = headways.text(event, texts) { words.append("\(every)") }
        if let access = texts.access(event.pickupDropOff) { words.append("\(access)") }
        if let run = event.tripShortName { words.append(context.name(run)) }
        if let zone = board.otherZone(of: event) {
            words.append("\(texts("board.zone.own", ["zone": zone]))")
        }
        return words
    }
}

extension Board {
    var zoneName: String { timeZoneName ?? "UTC" }

    /// Nil where it is the board's.
    func otherZone(of event: StopEvent) -> String? {
        event.timeZoneName == zoneName ? nil : event.timeZoneName
    }
}

extension StopEvent {
    var shownTime: LocalInstant { LiveCall(self).expected ?? time }

    /// The vehicle's wheelchair value overrides the trip's.
    var wheelchair: Int? { LiveCall(self).wheelchairAccessible ?? wheelchairAccessible }
}

extension ExplorerTexts {
    /// Stands before a time that the feed does not give.
    var about: HTML {
        "<span aria-hidden=\"true\">≈</span><span class=\"unseen\">\(self("board.about"))</span> "
    }

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
struct BoardHeadways {
    private var headways: [TripID: [Headway]] = [:]

    /// For more trips than these the requests would take too long.
    private static let mostTrips = 30

    init(_ events: [StopEvent], _ context: ExplorerContext) async throws {
        let trips = Set(
            events.filter { $0.headwaySecs != nil }.map { TripID($0.tripID) }
        ).sorted()
        for trip in trips.prefix(Self.mostTrips) {
            headways[trip] = try await context.headways(ofTrip: trip)
        }
    }

    func text(_ event: StopEvent, _ texts: ExplorerTexts) -> String? {
        guard let seconds = event.headwaySecs else { return nil }
        let row = headways[TripID(event.tripID)]?.first { row in
            event.startTime.map { row.startTime <= $0 && $0 < row.endTime } ?? false
        }
        return texts.frequency(
            seconds: seconds, isExact: event.exactTimes == 1, until: row?.endTime)
    }
}
