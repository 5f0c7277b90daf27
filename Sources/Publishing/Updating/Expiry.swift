import BundleManifest
import Foundation
import GTFSSchedule
import SystemLayer

package struct Expiry: Hashable, Sendable {
    let lastDay: ServiceDate
    /// In the feed's zone; negative afterwards.
    package let daysLeft: Int
    package let limit: Int

    static let standardLimit = 7

    package var isNear: Bool { daysLeft < limit }

    package var message: String {
        let count = Quantity.count(abs(daysLeft), "day")
        let words =
            daysLeft < 0
            ? "expired on \(lastDay), \(count) ago"
            : "ends on \(lastDay), \(daysLeft == 0 ? "today" : "in \(count)")"
        return "the published feed \(words); a newer one is needed"
    }
}

extension FeedDefinition {
    /// The number of days before its end from which a feed counts as running out: those of
    /// `min_days_valid`, or 7. If the definition's own window ends sooner, that is no reason to
    /// look for a newer feed.
    package var expiryLimit: Int {
        let limit = guards.minDaysValid ?? Expiry.standardLimit
        return build.toOffset.map { min($0, limit) } ?? limit
    }
}

extension UpdateStatus {
    /// Seen from an instant; nil when nothing is published, or when it never ends.
    package func expiry(at now: Double, limit: Int) -> Expiry? {
        guard let last = (coveredUntil ?? validUntil).flatMap(Timestamp.day) else { return nil }
        let today = LocalDay.date(at: now, zone: timeZone)
        return Expiry(lastDay: last, daysLeft: last.days(since: today), limit: limit)
    }
}

extension UpdateStatus {
    /// A warning that clients no longer rely on the manifest, or soon will not: with less than a
    /// third of its days left, it has not been renewed for some nights. Nil when all is well.
    package func manifestWarning(at now: Double, days: Int) -> String? {
        guard let manifestExpires, let end = Timestamp.date(manifestExpires) else { return nil }
        let hoursLeft = (end.timeIntervalSince1970 - now) / 3600
        guard hoursLeft > 0 else {
            return "the manifest expired at \(manifestExpires): clients accept no update until "
                + "gtfs update has run"
        }
        guard hoursLeft < Double(days) * 8 else { return nil }
        return "the manifest expires at \(manifestExpires): after that, clients accept no update "
            + "unless gtfs update runs first"
    }
}

extension Manifest {
    /// A version that waits for its first day counts as a continuation of the current one even with
    /// a few days in between: a long weekend without service is not an end.
    private static let longestGap = 3

    var coveredUntil: ServiceDate? {
        guard let end = current.validUntil.flatMap(Timestamp.day) else { return nil }
        guard let next, let start = next.validFrom.flatMap(Timestamp.day),
            start.days(since: end) <= Self.longestGap + 1,
            let last = next.validUntil.flatMap(Timestamp.day)
        else { return end }
        return max(end, last)
    }
}
