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
    func section(_ services: [FlexibleAccessDTO]) -> HTML? {
        guard !services.isEmpty else { return nil }
        let cards = services.map { "<li class=\"card\">\(card($0))</li>" as HTML }
        return """
            <section aria-labelledby="flexible-title">
            <h2 id="flexible-title">\(texts("flexible.title"))</h2>
            <ul id="flexible" class="cards">\(cards)</ul>
            </section>
            """
    }

    private func card(_ service: FlexibleAccessDTO) -> HTML {
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
        let rules = [service.pickupBookingRule?.row, service.dropOffBookingRule?.row]
        var shown: [BookingRule] = []
        for rule in rules.compactMap({ $0 }) where !shown.contains(rule) {
            shown.append(rule)
            parts.append(booking(rule))
        }
        return HTML.joined(parts)
    }

    /// How to book.
    func booking(_ rule: BookingRule) -> HTML {
        var lines: [HTML] = []
        if let notice = notice(rule) { lines.append("\(notice)") }
        for message in [rule.message, rule.pickupMessage, rule.dropOffMessage] {
            if let message, !message.isEmpty { lines.append(context.name(message)) }
        }
        if let number = rule.phoneNumber { lines.append(context.telephone(number.text)) }
        if let url = rule.bookingURL {
            lines.append(context.outside(url.text, texts("booking.book")))
        }
        if let url = rule.infoURL { lines.append(context.outside(url.text, texts("booking.info"))) }
        let items = lines.map { "<li>\($0)</li>" as HTML }
        return "<ul class=\"booking\">\(items)</ul>"
    }

    /// How long before the ride.
    private func notice(_ rule: BookingRule) -> String? {
        switch rule.bookingType {
        case .realTime?: return texts("booking.now")
        case .sameDay?:
            guard let minutes = rule.priorNoticeDurationMin else { return texts("booking.day") }
            return texts("booking.before", ["n": texts.length(seconds: minutes * 60)])
        case .priorDays?:
            guard let days = rule.priorNoticeLastDay else { return texts("booking.days.some") }
            let text = texts("booking.days", count: days)
            guard let time = rule.priorNoticeLastTime else { return text }
            return texts("booking.until", ["days": text, "time": texts.clock(time)])
        default: return nil
        }
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerTexts {
    /// From when until when a vehicle may come; nil when the feed does not say.
    func window(_ start: ServiceTime?, _ end: ServiceTime?) -> String? {
        guard let start, let end else { return nil }
        return self("flexible.window", ["start": clock(start), "end": clock(end)])
    }
}
