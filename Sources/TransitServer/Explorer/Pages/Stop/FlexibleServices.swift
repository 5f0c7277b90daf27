import GTFSSchedule
import TransitAPI
import WebPages

/// On-demand service: where it comes, when, and how to book it.
@available(iOS 17, macOS 14, *)
struct FlexibleServices {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    /// The on-demand services at a stop; nil when there are none.
    ///
    /// - Parameter day: a day to say until when its rides are booked.
    func section(
        _ services: [FlexibleAccessDTO], on day: @autoclosure () -> ServiceDate
    ) async throws -> HTML? {
        guard !services.isEmpty else { return nil }
        let words = try await BookingWords(context, services.flatMap(rules), day: day())
        let cards = services.map { "<li class=\"card\">\(card($0, words))</li>" as HTML }
        return """
            <section aria-labelledby="flexible-title">
            <h2 id="flexible-title">\(texts("flexible.title"))</h2>
            <ul id="flexible" class="cards">\(cards)</ul>
            </section>
            """
    }

    private func rules(_ service: FlexibleAccessDTO) -> [BookingRule] {
        [service.pickupBookingRule?.row, service.dropOffBookingRule?.row].compactMap { $0 }
    }

    private func card(_ service: FlexibleAccessDTO, _ words: BookingWords) -> HTML {
        let area =
            service.locationGroup?.row.locationGroupName ?? service.location?.row.stopName
            ?? service.locationGroup?.row.locationGroupID?.text ?? service.location?.row.id?.text
        var parts: [HTML] = []
        if let route = service.route {
            parts.append("<p>\(context.link(route)) \(context.name(route.routeLongName))</p>")
        }
        if let area { parts.append("<p>\(texts("flexible.area")) \(context.name(area))</p>") }
        if let window = texts.window(service.windowStart, service.windowEnd) {
            parts.append("<p>\(window)</p>")
        }
        for (key, access) in [
            ("flexible.pickup", service.pickupType), ("flexible.dropoff", service.dropOffType),
        ] where access == 1 {
            parts.append("<p>\(texts(key + ".none"))</p>")
        }
        var shown: [BookingRule] = []
        for rule in rules(service) where !shown.contains(rule) {
            shown.append(rule)
            parts.append(words.html(rule))
        }
        return HTML.joined(parts)
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerTexts {
    /// The window in which a vehicle may come; nil when the feed does not say.
    func window(_ start: ServiceTime?, _ end: ServiceTime?) -> String? {
        guard let start, let end else { return nil }
        return self("flexible.window", ["start": clock(start), "end": clock(end)])
    }
}
