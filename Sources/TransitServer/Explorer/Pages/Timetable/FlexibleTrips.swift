import TransitAPI
import WebPages

/// The trips of a timetable that come where and when riders ask for them.
@available(iOS 17, macOS 14, *)
struct FlexibleTrips {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func section(_ timetable: TimetableDTO) -> HTML? {
        guard !timetable.flexibleTrips.isEmpty else { return nil }
        let cards = timetable.flexibleTrips.enumerated().map { index, trip -> HTML in
            let calls = trip.calls.map { "<li>\(call($0))</li>" as HTML }
            let name = trip.headsign ?? "\(texts("timetable.trip")) \(index + 1)"
            let address = context.links.trip(trip.tripID, date: timetable.date)
            return """
                <li class="card"><a href="\(address)">\(context.name(name))</a><ol>\(calls)</ol></li>

                """
        }
        return """
            <h3 id="flexible-title">\(texts("flexible.title"))</h3>
            <ul id="flexible" class="cards">\(cards)</ul>
            """
    }

    private func call(_ call: CallDTO) -> HTML {
        let place = CallPlace(context).html(call)
        guard let window = texts.window(call.window?.start, call.window?.end) else { return place }
        return "\(place) \(window)"
    }
}

/// Where a call is: at a stop, or in an area of flexible service.
@available(iOS 17, macOS 14, *)
struct CallPlace {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func html(_ call: CallDTO) -> HTML {
        if let stop = call.stop { return context.link(stop) }
        if let id = call.stopID { return context.name(id) }
        let window = call.window
        let area =
            window?.locationGroupName ?? window?.locationName ?? window?.locationGroupID
            ?? window?.locationID
        return "\(context.texts("flexible.area")) \(area.map(context.name))"
    }
}
