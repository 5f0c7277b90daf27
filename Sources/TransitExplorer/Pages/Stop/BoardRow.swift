import TransitAPI
import TransitModel
import WebPages

/// The columns of a board: time, route, destination and countdown, and others that some row fills.
@available(iOS 17, macOS 14, *)
struct BoardColumns {
    /// Whether some row has more to say.
    var hasNotes = false
    private let hasPlatforms: Bool
    /// Whether trips differ in what is said about wheelchairs, and about bicycles: what is the same
    /// for all stands once, above the board.
    let hasWheelchairs: Bool
    let hasBicycles: Bool
    /// The words that hold for all trips.
    let shared: [HTML]

    init(_ events: [StopEventDTO], _ texts: ExplorerTexts) {
        hasPlatforms = events.contains { !($0.platformCode ?? "").isEmpty }
        let wheelchairs = Set(events.map { texts.wheelchair($0.wheelchairAccessible) })
        let bicycles = Set(events.map { texts.bicycles($0.bikesAllowed) })
        hasWheelchairs = wheelchairs.count > 1
        hasBicycles = bicycles.count > 1
        let first = events.first
        shared = [
            hasWheelchairs
                ? nil : AccessIcons.wheelchair(first?.wheelchairAccessible, texts, beside: true),
            hasBicycles ? nil : AccessIcons.bicycle(first?.bikesAllowed, texts, beside: true),
        ].compactMap { $0 }
    }

    /// The keys of the columns in the order of a row.
    var keys: [String] {
        ["time", "route", "to"] + (hasNotes ? ["notes"] : [])
            + (hasWheelchairs || hasBicycles ? ["access"] : [])
            + (hasPlatforms ? ["platform"] : []) + ["in"]
    }
}

/// A row of a board. A live time, a cancellation and an alert would stand in the cell of the time and
/// in that of the notes.
@available(iOS 17, macOS 14, *)
struct BoardRow {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let stop: Stop
    private let routes: [String: Route]
    private let headways: BoardHeadways
    private var columns: BoardColumns

    init(
        _ context: ExplorerContext, stop: Stop, board: BoardDTO, headways: BoardHeadways
    ) {
        self.context = context
        texts = context.texts
        self.stop = stop
        routes = Dictionary(board.routes.map { ($0.routeID, $0) }) { first, _ in first }
        self.headways = headways
        columns = BoardColumns(board.events, texts)
        columns.hasNotes = board.events.contains { !notes($0).isEmpty }
    }

    /// The columns of this board and of all of its rows.
    var keys: [String] { columns.keys }

    /// The words that hold for all rows.
    var shared: [HTML] { columns.shared }

    func html(_ event: StopEventDTO) -> HTML {
        let notes = notes(event)
        let cells = keys.map { key -> HTML in
            """
            <td class="\(key)" role="cell">\(cell(of: key, event, notes: notes))</td>
            """
        }
        return "<tr role=\"row\"\(notes.isEmpty ? nil : " class=\"noted\"")>\(cells)</tr>\n"
    }

    private func cell(of key: String, _ event: StopEventDTO, notes: [HTML]) -> HTML? {
        let instant = event.time.description
        switch key {
        case "time":
            let about: HTML? =
                event.interpolated
                ? "<span aria-hidden=\"true\">≈</span><span class=\"unseen\">\(texts("board.about"))</span> "
                : nil
            return "\(about)<time datetime=\"\(instant)\">\(event.time.clock)</time>"
        case "route": return event.routeID.flatMap { routes[$0] }.map(context.link)
        case "to": return "<a href=\"\(address(event))\">\(towards(event))</a>"
        case "notes": return HTML.joined(notes, separator: " · ")
        case "access":
            let icons = [
                columns.hasWheelchairs
                    ? AccessIcons.wheelchair(event.wheelchairAccessible, texts) : nil,
                columns.hasBicycles ? AccessIcons.bicycle(event.bikesAllowed, texts) : nil,
            ]
            return HTML.joined(icons.compactMap { $0 }, separator: " ")
        case "platform": return event.platformCode.map(context.name)
        default: return "<time datetime=\"\(instant)\" data-countdown></time>"
        }
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
    private func notes(_ event: StopEventDTO) -> [HTML] {
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
