import FeedCompiling
import Foundation
import SystemLayer
import TransitBundle

enum BookingText {
    static func lines(
        _ rules: [BookingRule], on day: ServiceDate? = nil, in bundle: TransitBundle
    ) async throws -> [String] {
        guard !rules.isEmpty else { return [] }
        let services = try await bundle.services(
            ids: rules.compactMap { $0.countedServiceID?.text })
        func service(_ rule: BookingRule) -> ServiceDescription? {
            services.first { ServiceID($0.serviceID) == rule.countedServiceID }
        }
        let moments = rules.map { rule in
            day.map { self.moments(rule, on: $0, service(rule)) } ?? ""
        }
        let hasMoments = moments.contains { !$0.isEmpty }
        var table = TextTable([], rightAligned: [])
        for (rule, moment) in zip(rules, moments) {
            let words = [
                rule.message, rule.pickupMessage, rule.dropOffMessage, rule.phoneNumber?.text,
                rule.bookingURL?.text ?? rule.infoURL?.text,
            ]
            table.add(
                [rule.bookingRuleID?.text ?? ""] + (hasMoments ? [moment] : [])
                    + [notice(rule, service(rule))]
                    + [words.compactMap { $0 }.joined(separator: "  ")])
        }
        let title = hasMoments ? day.map { "Booking for \($0)" } : nil
        return ["\(title ?? "Booking") (\(rules.count))"] + table.lines
    }

    static func moments(
        _ rule: BookingRule, on day: ServiceDate, _ service: ServiceDescription?
    ) -> String {
        let first = rule.firstMoment(forRideOn: day, counting: service).map { "from \(text($0))" }
        let last = rule.lastMoment(forRideOn: day, counting: service).map { "by \(text($0))" }
        return [first, last].compactMap { $0 }.joined(separator: " ")
    }

    private static func text(_ moment: BookingMoment) -> String {
        let day = "\(moment.date.weekday)".capitalized + " \(moment.date)"
        return day + (moment.time.map { ", \($0)" } ?? "")
    }

    static func notice(_ rule: BookingRule, _ service: ServiceDescription?) -> String {
        var parts: [String] = []
        switch rule.bookingType {
        case .realTime?: return "at any moment"
        case .sameDay?:
            parts.append(
                rule.priorNoticeDurationMin.map { minutes($0) + " ahead" } ?? "on the same day")
            if let most = rule.priorNoticeDurationMax {
                parts.append("not more than \(minutes(most)) ahead")
            }
        case .priorDays?:
            let days = rule.priorNoticeLastDay
            parts.append(
                days.map { ahead($0, rule: rule, service: service) } ?? "on an earlier day")
            if let time = rule.priorNoticeLastTime { parts.append("by \(time)") }
        default: return ""
        }
        if let days = rule.priorNoticeStartDay {
            parts.append("not before " + ahead(days, rule: rule, service: service))
            if let time = rule.priorNoticeStartTime { parts.append("\(time)") }
        }
        return parts.joined(separator: ", ")
    }

    private static func minutes(_ count: Int) -> String {
        Quantity.count(count, "minute")
    }

    /// `2 days of service OFFICE (Mon Tue Wed Thu Fri) ahead`.
    private static func ahead(
        _ days: Int, rule: BookingRule, service: ServiceDescription?
    ) -> String {
        guard days != 0 else { return "on the same day" }
        let kind = rule.countedServiceID.map { id in
            let week = service.map { $0.calendar.map(weekdays) ?? "" } ?? "not in the feed"
            return " of service \(id.text)" + (week.isEmpty ? "" : " (\(week))")
        }
        return Quantity.count(days, "day") + (kind ?? "") + " ahead"
    }

    private static func weekdays(_ calendar: ServiceCalendar) -> String {
        Weekday.allCases.filter { calendar[$0] == .running }
            .map { "\($0)".capitalized.prefix(3) }.joined(separator: " ")
    }
}
