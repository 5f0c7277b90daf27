import BundleManifest
package import GTFSSchedule

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long what is published can still be relied on.
package struct Expiry: Hashable, Sendable {
    package let lastDay: ServiceDate
    /// Days until then, where the feed is; negative afterwards.
    package let daysLeft: Int
    /// With fewer days left somebody has to look for a newer feed.
    package let limit: Int

    /// The limit where a definition has no `min_days_valid`.
    static let standardLimit = 7

    /// Whether somebody has to know.
    package var isNear: Bool { daysLeft < limit }

    /// One line for who has to.
    package var message: String {
        let count = abs(daysLeft) == 1 ? "1 day" : "\(abs(daysLeft)) days"
        let words =
            daysLeft < 0
            ? "expired on \(lastDay), \(count) ago"
            : "ends on \(lastDay), \(daysLeft == 0 ? "today" : "in \(count)")"
        return "what is published \(words); a newer feed is needed"
    }
}

extension FeedDefinition {
    /// Days before its end from which on a feed is said to run out: those of `min_days_valid`, or 7.
    /// A window that the definition itself ends sooner is no reason to look for a newer feed.
    package var expiryLimit: Int {
        let limit = guards.minDaysValid ?? Expiry.standardLimit
        return build.toOffset.map { min($0, limit) } ?? limit
    }
}

extension UpdateStatus {
    /// How long what was published at the end of the run can be relied on, seen from an instant;
    /// nil when nothing is published, or it never ends.
    ///
    /// - Parameter limit: see ``FeedDefinition/expiryLimit``.
    package func expiry(at now: Double, limit: Int) -> Expiry? {
        guard let last = (coveredUntil ?? validUntil).flatMap(Timestamp.day) else { return nil }
        let today = LocalDay.date(at: now, zone: timeZone)
        return Expiry(lastDay: last, daysLeft: last.days(since: today), limit: limit)
    }
}

extension UpdateStatus {
    /// A line for who has to know that clients go by the manifest no longer, or soon will not: with
    /// less than a third of its days left, nobody has written it anew for some nights. Nil when all is
    /// well.
    ///
    /// - Parameter days: `manifest_days` of the definition.
    package func manifestWarning(at now: Double, days: Int) -> String? {
        guard let manifestExpires, let end = Timestamp.date(manifestExpires) else { return nil }
        let hoursLeft = (end.timeIntervalSince1970 - now) / 3600
        guard hoursLeft > 0 else {
            return "the manifest has expired at \(manifestExpires): clients take no update until "
                + "gtfs update has run"
        }
        guard hoursLeft < Double(days) * 8 else { return nil }
        return "the manifest expires at \(manifestExpires): clients take no update then, unless "
            + "gtfs update runs before"
    }
}

extension Manifest {
    /// A version that waits for its first day goes on from the current one although some days lie
    /// between them: a long weekend without service is no end.
    private static let longestGap = 3

    /// The last day on which the current version can be relied on, or the one that goes on from it.
    var coveredUntil: ServiceDate? {
        guard let end = current.validUntil.flatMap(Timestamp.day) else { return nil }
        guard let next, let start = next.validFrom.flatMap(Timestamp.day),
            start.days(since: end) <= Self.longestGap + 1,
            let last = next.validUntil.flatMap(Timestamp.day)
        else { return end }
        return max(end, last)
    }
}
