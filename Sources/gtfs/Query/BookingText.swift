import Foundation
import SystemLayer
import TransitBundle

enum BookingText {
    fileprivate struct Row {
        let rule: BookingRule
        /// The service whose days the rule counts.
        let service: ServiceDescription?
    }

    static func lines(
        of calls: [Call], on day: ServiceDate? = nil, in bundle: TransitBundle
    ) async throws -> [String] {
        let ids = Set(
            calls.flatMap { [$0.flex?.pickupBookingRuleID, $0.flex?.dropOffBookingRuleID] }
                .compactMap { $0?.exact })
        var rules: [BookingRule] = []
        for id in ids.sorted() {
            do {
                rules.append(try await bundle.bookingRule(id: id.text))
            } catch TransitSourceError.notFound {
                // A rule that the feed does not define appears only by its id.
                continue
            }
        }
        return try await lines(rules, on: day, in: bundle)
    }

    static func lines(
        _ rules: [BookingRule], on day: ServiceDate? = nil, in bundle: TransitBundle
    ) async throws -> [String] {
        guard !rules.isEmpty else { return [] }
        let services = try await bundle.services(
            ids: rules.compactMap { $0.countedServiceID?.text })
        let rows = rules.map { rule in
            Row(
                rule: rule,
                service: services.first { ServiceID($0.serviceID) == rule.countedServiceID })
        }
        func moments(_ row: Row) -> String { day.map { row.moments(on: $0) } ?? "" }
        let shownDay = rows.contains { !moments($0).isEmpty } ? day : nil
        let table = TextTable(
            rows,
            [
                .init { $0.rule.id }, .init { moments($0) }, .init { $0.notice },
                .init { row in
                    let rule = row.rule
                    return [
                        rule.message, rule.pickupMessage, rule.dropOffMessage,
                        rule.phoneNumber?.text, rule.bookingURL?.text ?? rule.infoURL?.text,
                    ].compactMap { $0 }.joined(separator: "  ")
                },
            ])
        return ["Booking\(shownDay.map { " for \($0)" } ?? "") (\(rules.count))"] + table.lines
    }
}

extension BookingRule {
    var id: String { bookingRuleID?.text ?? "" }
}

extension BookingText.Row {
    func moments(on day: ServiceDate) -> String {
        let first = rule.firstMoment(forRideOn: day, counting: service)
        let last = rule.lastMoment(forRideOn: day, counting: service)
        return [first.map { "from \(Self.text($0))" }, last.map { "by \(Self.text($0))" }]
            .compactMap { $0 }.joined(separator: " ")
    }

    private static func text(_ moment: BookingMoment) -> String {
        let day = "\(moment.date.weekday)".capitalized + " \(moment.date)"
        return day + (moment.time.map { ", \($0)" } ?? "")
    }

    var notice: String {
        var parts: [String?] = []
        switch rule.bookingType {
        case .realTime?: return "at any moment"
        case .sameDay?:
            parts = [
                rule.priorNoticeDurationMin.map { "\(Quantity.count($0, "minute")) ahead" }
                    ?? "on the same day",
                rule.priorNoticeDurationMax.map {
                    "not more than \(Quantity.count($0, "minute")) ahead"
                },
            ]
        case .priorDays?:
            parts = [
                rule.priorNoticeLastDay.map(ahead) ?? "on an earlier day",
                rule.priorNoticeLastTime.map { "by \($0)" },
            ]
        default: return ""
        }
        if let days = rule.priorNoticeStartDay {
            parts += ["not before " + ahead(days), rule.priorNoticeStartTime?.description]
        }
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// `2 days of service OFFICE (Mon Tue Wed Thu Fri) ahead`.
    private func ahead(_ days: Int) -> String {
        guard days != 0 else { return "on the same day" }
        let kind = rule.countedServiceID.map { id in
            let week = service.map { $0.calendar.map(Self.weekdays) ?? "" } ?? "not in the feed"
            return " of service \(id.text)" + (week.isEmpty ? "" : " (\(week))")
        }
        return Quantity.count(days, "day") + (kind ?? "") + " ahead"
    }

    private static func weekdays(_ calendar: ServiceCalendar) -> String {
        Weekday.allCases.filter { calendar[$0] == .running }
            .map { "\($0)".capitalized.prefix(3) }.joined(separator: " ")
    }
}
