import BundleCodec
import BundleWriting
import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// `max_vanished_percent`: as many stops as before, but under other ids.
enum VanishedGuard {
    private static let mostExamples = 3

    static func reasons(_ situation: GuardCase) throws -> [GuardReason] {
        guard let old = situation.published?.bundle else { return [] }
        let limits = situation.settings.maxVanishedPercent
        return try [("stops", "stop_id", limits.stops), ("routes", "route_id", limits.routes)]
            .compactMap { table, column, limit in
                let ids = try old.ids(column, in: table)
                let gone = try situation.candidate.missing(ids, table: table, column: column)
                let percent = Double(gone.count) / Double(max(ids.count, 1)) * 100
                guard percent > limit else { return nil }
                let examples = gone.prefix(mostExamples).map { TerminalText.safe($0, limit: 40) }
                return GuardReason(
                    "\(gone.count) of \(ids.count) \(column)s of the published version are gone "
                        + "(\(DropGuard.text(percent, .up)) %), such as "
                        + "\(examples.joined(separator: ", ")); at most "
                        + "\(DropGuard.text(limit, .up)) % may go",
                    limit: table, needed: DropGuard.whole(percent))
            }
    }
}

/// `max_lost_route_percent`: a route of many runs that has none any more.
///
/// A route that goes on under another id, with the same names and type, is not lost.
enum LostRouteGuard {
    static func reasons(_ situation: GuardCase) throws -> [GuardReason] {
        guard let old = situation.published?.bundle else { return [] }
        let limit = situation.settings.maxLostRoutePercent
        let days = situation.commonDays
        let before = try old.routeRuns(on: days)
        let after = try situation.candidate.routeRuns(on: days)
        let all = before.reduce(0) { $0 + Double($1.runs) }
        let running = Set(after.filter { $0.runs > 0 }.map(\.id))
        let known = Set(before.map(\.id))
        let renamed = Set(after.filter { $0.runs > 0 && !known.contains($0.id) }.map(\.names))
        let lost =
            before.map { (route: $0, percent: Double($0.runs) / max(all, 1) * 100) }
            .filter { route, percent in
                percent > limit && !running.contains(route.id) && !renamed.contains(route.names)
            }
            .sorted { $0.percent > $1.percent }
        let others = lost.count - GuardCase.mostNamed
        return lost.prefix(GuardCase.mostNamed).map { route, percent in
            GuardReason(
                "the route \(route.words) has no run any more; it had "
                    + "\(DropGuard.text(percent, .up)) % of all runs, and at most "
                    + "\(DropGuard.text(limit, .up)) % may go with a route",
                needed: DropGuard.whole(percent))
        } + (others > 0 ? ["so have \(Quantity.count(others, "other route"))"] : [])
    }
}

/// `max_weekday_drop_percent`: no Sundays any more.
///
/// When all weekdays fall, the limits of `max_drop_percent` are for that.
enum WeekdayGuard {
    /// Fewer may well be holidays.
    private static let fewestDays = 3

    static func reasons(_ situation: GuardCase) -> [GuardReason] {
        guard let old = situation.published?.bundle, let days = situation.commonDays else {
            return []
        }
        let before = old.calendar.counts(on: days).map(\.runs)
        let after = situation.candidate.calendar.counts(on: days).map(\.runs)
        func mean(_ runs: [Int], _ places: [Int]) -> Double {
            places.reduce(0) { $0 + Double(runs[$1]) } / Double(places.count)
        }
        let amounts = Weekday.allCases.compactMap { weekday -> DropGuard.Amount? in
            let places = before.indices.filter {
                ServiceDate(dayNumber: days.lowerBound + $0).weekday == weekday
            }
            guard places.count(where: { before[$0] > 0 }) >= fewestDays else { return nil }
            return DropGuard.Amount(
                nil, "runs on \("\(weekday)".capitalized)s", from: mean(before, places),
                to: mean(after, places), limit: situation.settings.maxWeekdayDropPercent)
        }
        let reasons = amounts.compactMap(\.reason)
        return reasons.count < amounts.count ? reasons : []
    }
}

struct RouteRuns {
    let id: ExactText
    /// By which riders know the route, whatever its id: short name, long name, type.
    let names: [ExactText]
    let runs: Int

    fileprivate var words: String {
        let name = names.first { !$0.text.isEmpty }?.text ?? ""
        return TerminalText.safe("\(name) (route_id \(id.text))", limit: 80)
    }
}
