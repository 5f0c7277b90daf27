import GTFSSchedule
import TransitBundle
import TransitModel
import WebPages

struct BookingWords: PagePart {
    let context: ExplorerContext
    private let services: [ServiceDescription]
    private let day: ServiceDate?

    init(_ context: ExplorerContext, _ rules: [BookingRule], day: ServiceDate?) async throws {
        self.context = context
        self.day = day
        services = try await context.shown.bundle.services(
            ids: rules.compactMap { $0.countedServiceID?.text })
    }

    func html(_ rule: BookingRule) -> HTML {
        var lines: [HTML] = [notice(rule), opening(rule), moments(rule)].compactMap { text in
            text.map { "\($0)" as HTML }
        }
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

    private func notice(_ rule: BookingRule) -> String? {
        switch rule.bookingType {
        case .realTime?: return texts("booking.now")
        case .sameDay?:
            guard let minutes = rule.priorNoticeDurationMin else { return texts("booking.day") }
            return texts("booking.before", ["n": texts.length(seconds: minutes * 60)])
        case .priorDays?:
            let text =
                switch rule.priorNoticeLastDay {
                case nil: texts("booking.days.some")
                case 0?: texts("booking.day")
                case let days?: self.days(days, key: "booking", rule: rule)
                }
            guard let time = rule.priorNoticeLastTime else { return text }
            return texts("booking.until", ["days": text, "time": texts.clock(time)])
        default: return nil
        }
    }

    private func opening(_ rule: BookingRule) -> String? {
        guard rule.bookingType == .sameDay || rule.bookingType == .priorDays else { return nil }
        if rule.bookingType == .sameDay, let minutes = rule.priorNoticeDurationMax {
            return texts("booking.start", ["n": texts.length(seconds: minutes * 60)])
        }
        guard let days = rule.priorNoticeStartDay else { return nil }
        let text =
            days == 0
            ? texts("booking.start.day") : self.days(days, key: "booking.start", rule: rule)
        guard let time = rule.priorNoticeStartTime else { return text }
        return texts("booking.from", ["days": text, "time": texts.clock(time)])
    }

    private func days(_ count: Int, key: String, rule: BookingRule) -> String {
        guard let service = rule.countedServiceID else {
            return texts(key + ".days", count: count)
        }
        let isKnown = services.contains { ServiceID($0.serviceID) == service }
        return texts(
            key + ".service." + (count == 1 ? "one" : "other"),
            [
                "n": "\(count)",
                "service": isKnown
                    ? service.text : texts("booking.service.unknown", ["service": service.text]),
            ])
    }

    /// The latest time for rides of the day, where counting takes the days of a service.
    private func moments(_ rule: BookingRule) -> String? {
        guard let day, let id = rule.countedServiceID else { return nil }
        let service = services.first { ServiceID($0.serviceID) == id }
        let last = rule.lastMoment(forRideOn: day, counting: service).map {
            texts("booking.moment.last", ["moment": text($0)])
        }
        let first = rule.firstMoment(forRideOn: day, counting: service).map {
            texts("booking.moment.first", ["moment": text($0)])
        }
        let parts = [first, last].compactMap { $0 }
        guard !parts.isEmpty else { return nil }
        return texts(
            "booking.moment",
            ["day": texts.day(day, today: nil), "moments": parts.joined(separator: ", ")])
    }

    private func text(_ moment: BookingMoment) -> String {
        texts.day(moment.date, today: nil) + (moment.time.map { ", \(texts.clock($0))" } ?? "")
    }
}
