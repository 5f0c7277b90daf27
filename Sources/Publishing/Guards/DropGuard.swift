import GTFSSchedule

/// `max_drop_percent`: a feed that lost much of what it had is more often broken than reduced.
enum DropGuard: BundleGuard {
    static let name = GuardName.maxDropPercent

    static func reasons(_ situation: GuardCase) -> [String] {
        guard let old = situation.published else { return [] }
        let new = situation.candidate
        let limits = situation.settings.maxDropPercent
        var reasons: [String] = []
        func check(_ kind: String, _ before: Int, _ after: Int, _ limit: Double) {
            guard before > 0, after < before else { return }
            let percent = Double(before - after) / Double(before) * 100
            guard percent > limit else { return }
            reasons.append(
                "\(kind) fell from \(before) to \(after), by \(text(percent)) %; "
                    + "at most \(text(limit)) % may go")
        }
        let counts = old.manifest.current.counts
        check("stops", counts.stops, new.stops, limits.stops)
        check("routes", counts.routes, new.routes, limits.routes)
        check("trips", counts.trips, new.trips, limits.trips)
        guard let bundle = old.bundle else { return reasons }
        // Days that are past are no loss: both are counted from today on. A feed for later is
        // counted from its first day on.
        let first = situation.isForLater ? new.validFrom?.dayNumber ?? 0 : 0
        check(
            "days with service ahead", bundle.serviceDays.filter { $0 >= first }.count,
            new.serviceDays.count, limits.serviceDays)
        return reasons
    }

    /// One decimal, rounded up, so that a drop above the limit never looks like the limit.
    private static func text(_ percent: Double) -> String {
        let tenths = Int((percent * 10 - 1e-9).rounded(.up))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
