import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

struct TripPage: PagePart {
    let context: ExplorerContext
    let id: String

    func page() async throws -> ExplorerPage {
        let day = try context.askedDay()
        let now = day == nil ? try await context.openingDay().instant ?? context.nowText : nil
        let answer = try await context.trip(
            id, startTime: target.value("start_time"), on: day, near: now)
        let details = answer.value
        let feed = try await context.feed().description
        let notes = AnswerNotes(context: context, validity: feed.validity) {
            links.trip(id, date: $0)
        }
        let alerts = AlertList(context, details.alerts)
        let vehicles = VehicleWords(context: context)
        let calls = TripCallsTable(
            context: context, details: details, zone: feed.timeZoneName, alerts: alerts)
        return ExplorerPage(
            title: title(details),
            body: """
                \(alerts.section)
                \(head(details))
                \(form(details))
                \(notes.html(answer.notes))
                \(headways(details))
                <div id="run"\(context.tickingIfLive)>
                \(context.liveState(answer, in: context.shown.description.timeZone))
                \(details.vehicle.map { vehicles.place(of: $0, on: details.calls) })
                \(calls.table)
                </div>
                \(try await booking(details))
                \(continuation(details))
                \(ExtensionTables.foldOut(details.extensions, context))
                """,
            map: try await map(details))
    }

    private func title(_ details: TripDetailsDTO) -> String {
        let route = details.route?.name
        let headsign = details.trip.tripHeadsign ?? details.calls.last?.stop?.stopName
        let parts = [route, headsign].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? details.trip.tripID : parts.joined(separator: " → ")
    }

    private func head(_ details: TripDetailsDTO) -> HTML {
        let trip = details.trip
        let day = details.serviceDate.map { "\(texts.day($0, today: context.today))" as HTML }
        return """
            <p id="trip-kind">\(details.route.map(context.link)) \(trip.tripShortName.map(context.name))</p>
            \(Pieces.pairs(
                [
                    (texts("trip.day"), day),
                    (
                        texts("trip.start"),
                        details.headwaySecs == nil
                            ? nil : details.startTime.map { "\(texts.clock($0))" }
                    ),
                    (texts("trip.runs"), frequency(details).map { "\($0)" }),
                    (
                        texts("stop.wheelchair"),
                        texts.wheelchair(trip.wheelchairAccessible).map { "\($0)" }
                    ),
                    (texts("trip.bikes"), texts.bicycles(trip.bikesAllowed).map { "\($0)" }),
                    (texts("trip.id"), "<code><bdi>\(trip.tripID)</bdi></code>"),
                    (texts("trip.service"), trip.serviceID.map { "<code><bdi>\($0)</bdi></code>" }),
                ], id: "trip-facts"))
            """
    }

    private func frequency(_ details: TripDetailsDTO) -> String? {
        details.headwaySecs.map {
            texts.frequency(seconds: $0, isExact: details.exactTimes == 1, until: nil)
        }
    }

    private func form(_ details: TripDetailsDTO) -> HTML {
        let date = details.serviceDate?.dashed ?? target.value("date")
        return """
            <form id="trip-form" class="chips noprint" action="\(links.trip(id, date: nil))">
            \(context.hidden(
                ["trip", "start_time"].map { ($0, target.value($0)) }))
            <label>\(texts("day.label")) <input type="date" name="date" value="\(date ?? "")"></label>
            <button>\(texts("board.show"))</button>
            </form>
            """
    }

    private func headways(_ details: TripDetailsDTO) -> HTML? {
        guard !details.headways.isEmpty else { return nil }
        let items = details.headways.map { row -> HTML in
            let every = texts.frequency(
                seconds: row.headwaySecs, isExact: row.exactTimes == 1, until: nil)
            let window = texts.window(row.startTime, row.endTime) ?? ""
            return "<li>\(every) \(window)</li>"
        }
        return """
            <h2>\(texts("trip.headways"))</h2><ul id="headways">\(items)</ul>
            """
    }

    private func booking(_ details: TripDetailsDTO) async throws -> HTML? {
        let windows = details.calls.compactMap(\.flex)
        let ids = Set(
            windows.flatMap { [$0.pickupBookingRuleID, $0.dropOffBookingRuleID] }
                .compactMap { $0?.exact })
        var rules: [BookingRule] = []
        for id in ids.sorted().prefix(Self.mostRules) {
            if let rule = try await context.bookingRule(id.text) { rules.append(rule) }
        }
        guard !rules.isEmpty else { return nil }
        let words = try await BookingWords(context, rules, day: details.serviceDate)
        let cards = rules.map { "<li class=\"card\">\(words.html($0))</li>" as HTML }
        return """
            <h2>\(texts("booking.title"))</h2><ul id="booking" class="cards">\(cards)</ul>
            """
    }

    private static let mostRules = 20

    private func continuation(_ details: TripDetailsDTO) -> HTML? {
        guard let next = details.continuation else { return nil }
        let address = links.trip(next.trip.tripID, date: details.serviceDate)
        let name = next.trip.tripHeadsign ?? next.trip.tripID
        let stay = texts(next.canStayOnBoard ? "trip.stay" : "trip.leave")
        return """
            <p id="continuation">\(texts("trip.continues")) \
            <a href="\(address)">\(context.name(name))</a>. \(stay)</p>
            """
    }

    private func map(_ details: TripDetailsDTO) async throws -> MapContent {
        let stops = details.calls.compactMap(\.stop)
        let color = details.route?.color.description
        var lines: [MapContent.Line] = []
        if let shape = details.trip.shapeID {
            lines = try await context.lines(shapes: [shape], color: color)
        } else {
            let places = stops.compactMap { $0.coordinate }
                .map { (latitude: $0.latitude, longitude: $0.longitude) }
            if places.count > 1 { lines = [MapContent.Line(through: places, color: color)] }
        }
        return MapContent(
            lines: lines, marks: stops.compactMap { context.mark($0) },
            vehicles: context.vehicles(
                ("trip", details.trip.tripID), of: [details.route].compactMap { $0 }))
    }
}
