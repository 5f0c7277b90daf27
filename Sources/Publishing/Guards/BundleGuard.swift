import BundleCodec
import BundleManifest
import BundleWriting
import FeedCompiling
import GTFSSchedule
import SystemLayer

struct GuardCase {
    let build: CandidateBuild.Candidate
    let candidate: BundleSummary
    let published: PublishedFacts?
    let settings: GuardSettings
    let maxSize: Int?
    /// Whether the new bundle is published in advance: then it need not be valid today.
    let isForLater: Bool
    var realtime: RealtimeFit?
}

struct PublishedFacts {
    let manifest: Manifest
    /// The current bundle; nil when it is damaged or missing. The manifest has its counts
    /// nevertheless.
    let bundle: BundleSummary?
    /// A bundle that knows all keys given out so far, including those of versions that were rolled
    /// back; nil when there is none, see ``PublishedKeys``.
    let keysBundle: String?

    init(_ manifest: Manifest, _ folder: PublishFolder, now: Double) throws {
        self.manifest = manifest
        keysBundle = PublishedKeys.bundle(manifest, folder)
        bundle =
            folder.hasBundle(manifest.current)
            ? try BundleSummary(path: folder.file(manifest.current.bundle.name), now: now) : nil
    }
}

struct GuardReason: ExpressibleByStringInterpolation {
    let words: String
    /// The limit that was crossed, of a guard with several: `trips`.
    var limit: String?
    /// The least limit, in percent, that allows it.
    var needed: Int?

    init(stringLiteral words: String) {
        self.words = words
    }

    init(_ words: String, limit: String? = nil, needed: Int? = nil) {
        self.words = words
        self.limit = limit
        self.needed = needed
    }
}

/// The conditions of a new bundle, in the order in which their findings are told. Each is named after
/// its key in a definition.
public enum GuardName: String, Codable, CaseIterable, Sendable, CustomStringConvertible {
    /// A feed that has lost much of its content is more often broken than reduced.
    case maxDropPercent = "max_drop_percent"
    /// The published ids of stops and routes: favorites, links and live data name them. Numbers that
    /// stay the same hide that others have their place.
    case maxVanishedPercent = "max_vanished_percent"
    /// A line that a city lives by is a small part of all its trips.
    case maxLostRoutePercent = "max_lost_route_percent"
    /// All Sundays are a small part of all service.
    case maxWeekdayDropPercent = "max_weekday_drop_percent"
    /// Well-known stops, whose loss means that something went wrong.
    case mustExistStops = "must_exist_stops"
    /// Well-known routes.
    case mustExistRoutes = "must_exist_routes"
    /// A city does not lose its ferries overnight, but feeds do.
    case requiredModes = "required_modes"
    /// An agency, route, type or mode that `build` names but the feed lacks. Without this guard the
    /// bundle would be published as if nothing were missing.
    case allowUnknownNames = "allow_unknown_names"
    /// Kinds of errors that the published feed did not have.
    case allowNewErrors = "allow_new_errors"
    /// A feed whose last day is in the past.
    case allowExpired = "allow_expired"
    /// A feed that ends too soon for anybody to react. One that has ended already is left to
    /// `allow_expired`.
    case minDaysValid = "min_days_valid"
    /// The size that phones have to download.
    case maxSize = "max_size"
    /// Live data that fits the new version worse than the published one.
    case realtime
    /// The queries that clients depend on must find their rows through an index.
    case queryPlans = "query_plans"

    public var description: String { rawValue }
}

extension GuardCase {
    func findings(besides overridden: Set<GuardName>) throws -> [GuardFinding] {
        try GuardName.allCases.filter { !overridden.contains($0) }.flatMap { name in
            try reasons(of: name).map { GuardFinding(name, $0) }
        }
    }

    private func reasons(of name: GuardName) throws -> [GuardReason] {
        switch name {
        case .maxDropPercent: DropGuard.reasons(self)
        case .maxVanishedPercent: try VanishedGuard.reasons(self)
        case .maxLostRoutePercent: try LostRouteGuard.reasons(self)
        case .maxWeekdayDropPercent: WeekdayGuard.reasons(self)
        case .mustExistStops:
            try candidate.missing(settings.mustExistStops, table: "stops", column: "stop_id")
                .map { "there is no stop \($0)" }
        case .mustExistRoutes:
            try candidate.missing(settings.mustExistRoutes, table: "routes", column: "route_id")
                .map { "there is no route \($0)" }
        case .requiredModes:
            settings.requiredModes.filter { !candidate.modes.contains($0.rawValue) }
                .map { "there is no route of mode \($0.rawValue)" }
        case .allowUnknownNames: settings.allowUnknownNames ? [] : unknownNames
        case .allowNewErrors: settings.allowNewErrors ? [] : newErrors
        case .allowExpired: settings.allowExpired ? [] : expiry.map { [GuardReason($0)] } ?? []
        case .minDaysValid: fewDays
        case .maxSize:
            maxSize.flatMap { limit -> GuardReason? in
                guard candidate.bytes > limit else { return nil }
                return "the bundle has \(candidate.bytes) bytes, more than \(limit)"
            }.map { [$0] } ?? []
        case .realtime: RealtimeGuard.reasons(self)
        case .queryPlans: try QueryPlanGuard.scans(in: candidate).map { GuardReason($0) }
        }
    }

    static let mostNamed = 10

    /// The days from today on that both versions have; nil when there are none. Past days are not a
    /// loss. A feed published in advance is compared from its first day on.
    var commonDays: ClosedRange<Int>? {
        guard let before = published?.bundle?.calendar.window,
            let after = candidate.calendar.window
        else { return nil }
        let start = max(before.lowerBound, after.lowerBound, firstDay, candidate.today.dayNumber)
        let end = min(before.upperBound, after.upperBound, start + BundleSummary.mostDays)
        return start <= end ? start...end : nil
    }

    fileprivate var firstDay: Int { isForLater ? candidate.validFrom?.dayNumber ?? 0 : 0 }

    private var unknownNames: [GuardReason] {
        let names = build.unknownNames
        let others = names.count - Self.mostNamed
        return names.prefix(Self.mostNamed).map { GuardReason($0.description) }
            + (others > 0 ? ["the feed also lacks \(Quantity.count(others, "more name"))"] : [])
    }

    private var newErrors: [GuardReason] {
        // The same feed under a new version of the tool: the rule is new, not the error.
        guard let old = published?.manifest.current, old.contentHash != build.contentHash else {
            return []
        }
        return build.notices.errorCodes.filter { !old.notices.errorCodes.contains($0) }.sorted()
            .map { "new errors: \(build.notices.codes[$0] ?? 0) x \($0)" }
    }

    private var expiry: String? {
        guard let end = candidate.validUntil else {
            return candidate.serviceDays.isEmpty ? "no trip of the feed runs on any day" : nil
        }
        guard end < candidate.today else { return nil }
        return "the feed expired on \(end); today is \(candidate.today)"
    }

    private var fewDays: [GuardReason] {
        let wanted = settings.minDaysValid ?? 0
        guard wanted > 0, let end = candidate.validUntil, end >= candidate.today else { return [] }
        let days = end.days(since: candidate.today)
        guard days < wanted else { return [] }
        let left = Quantity.count(days, "day")
        return ["the feed ends on \(end), in \(left); at least \(wanted) are required"]
    }

    /// Why `min_days_valid` says nothing; nil when it does.
    var overruledDays: String? {
        guard let wanted = settings.minDaysValid, wanted > 0, let expiry else { return nil }
        return "allow_expired overrules min_days_valid (\(wanted)): \(expiry)"
    }
}

/// The reason why a guard refuses a version.
public struct GuardFinding: Codable, Hashable, Sendable {
    /// The guard.
    public let name: GuardName
    /// What it found, in words.
    public let reason: String
    /// The limit that was crossed, of a guard with several; not known for findings read from a
    /// file.
    private(set) var limit: String?
    private(set) var needed: Int?

    private enum CodingKeys: String, CodingKey {
        case name = "guard"
        case reason
    }

    init(_ name: GuardName, _ reason: GuardReason) {
        self.name = name
        self.reason = reason.words
        limit = reason.limit
        needed = reason.needed
    }
}

extension [GuardFinding] {
    private var names: [GuardName] { GuardName.allCases.filter { map(\.name).contains($0) } }

    var guards: [String] {
        names.map { name in
            let limits = filter { $0.name == name }.compactMap(\.limit)
            return name.rawValue + (limits.isEmpty ? "" : ": " + limits.joined(separator: ", "))
        }
    }

    /// The limits of a definition that allow what crossed them: `max_drop_percent: { trips: 12 }`.
    var limits: [String] {
        names.compactMap { name in
            let crossed = filter { $0.name == name && $0.needed != nil }
            let limits = crossed.compactMap { one in
                one.limit.map { "\($0): \(one.needed ?? 100)" }
            }
            guard let most = crossed.compactMap(\.needed).max() else { return nil }
            return "\(name): "
                + (limits.isEmpty ? "\(most)" : "{ \(limits.joined(separator: ", ")) }")
        }
    }
}

enum DropGuard {
    static func reasons(_ situation: GuardCase) -> [GuardReason] {
        guard let old = situation.published else { return [] }
        let new = situation.candidate
        let limits = situation.settings.maxDropPercent
        let counts = old.manifest.current.counts
        var amounts = [
            Amount("stops", from: counts.stops, to: new.stops, limit: limits.stops),
            Amount("routes", from: counts.routes, to: new.routes, limit: limits.routes),
            Amount("trips", from: counts.trips, to: new.trips, limit: limits.trips),
        ]
        if let bundle = old.bundle {
            let first = situation.firstDay
            let days = situation.commonDays
            let before = mean(bundle, days)
            let after = mean(new, days)
            let place = days == nil ? "on the busiest day" : "a day"
            amounts += [
                Amount(
                    "runs", "runs \(place)", from: before.runs, to: after.runs,
                    limit: limits.runs),
                Amount(
                    "departures", "departures \(place)", from: before.departures,
                    to: after.departures, limit: limits.departures),
                Amount(
                    "service_days", "days with service ahead",
                    from: Double(bundle.serviceDays.count { $0 >= first }),
                    to: Double(new.serviceDays.count), limit: limits.serviceDays),
            ]
        }
        return amounts.compactMap(\.reason)
    }

    private static func mean(
        _ bundle: BundleSummary, _ days: ClosedRange<Int>?
    ) -> (runs: Double, departures: Double) {
        let counts =
            days.map(bundle.calendar.counts) ?? [bundle.calendar.busiestDay?.count ?? RunCount()]
        func mean(_ value: (RunCount) -> Int) -> Double {
            counts.reduce(0) { $0 + Double(value($1)) } / Double(counts.count)
        }
        return (mean(\.runs), mean(\.departures))
    }

    struct Amount {
        /// The limit of a guard with several.
        let name: String?
        let words: String
        let before: Double
        let after: Double
        let limit: Double

        init(
            _ name: String?, _ words: String, from before: Double, to after: Double, limit: Double
        ) {
            self.name = name
            self.words = words
            self.before = before
            self.after = after
            self.limit = limit
        }

        init(_ name: String, from before: Int, to after: Int, limit: Double) {
            self.init(name, name, from: Double(before), to: Double(after), limit: limit)
        }

        var reason: GuardReason? {
            guard before > 0, after < before else { return nil }
            let percent = (before - after) / before * 100
            guard percent > limit else { return nil }
            return GuardReason(
                "\(words) fell from \(text(before, .up)) to \(text(after, .down)), by "
                    + "\(text(percent, .up)) %; at most \(text(limit, .up)) % may go",
                limit: name, needed: whole(percent))
        }
    }

    /// One decimal, rounded so that a drop above the limit never looks like the limit, nor like no
    /// drop.
    static func text(_ number: Double, _ rule: FloatingPointRoundingRule) -> String {
        let tenths = Int((number * 10 + (rule == .up ? -1e-9 : 1e-9)).rounded(rule))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    static func whole(_ percent: Double) -> Int { Int((percent - 1e-9).rounded(.up)) }
}

/// A bundle that answers queries by reading whole tables works, but drains batteries.
package enum QueryPlanGuard {
    package static func scans(in bundle: BundleSummary) throws -> [String] {
        try queries.compactMap { query in
            // SQLite may well read a smaller table whole.
            guard try bundle.rows(of: query.table) >= smallest else { return nil }
            let plan = try bundle.plan(of: query.sql)
            guard let scan = plan.first(where: { isScan($0, of: query.table) }) else { return nil }
            return "\(query.name) reads all of a table: \(scan)"
        }
    }

    private static let smallest = 500

    private static func isScan(_ step: String, of table: String) -> Bool {
        step == "SCAN \(table)" || step.hasPrefix("SCAN \(table) ")
    }

    /// Queries over plain tables, so that plans name the tables.
    private static let queries: [(name: String, table: String, sql: String)] = [
        ("a stop by its id", "stops", "SELECT * FROM stops WHERE stop_id = 'x'"),
        ("a route by its id", "routes", "SELECT * FROM routes WHERE route_id = 'x'"),
        ("a trip by its id", "trip", "SELECT * FROM trip WHERE trip_id = 'x'"),
        (
            "trips of a group in a window", "trip",
            "SELECT * FROM trip WHERE trip_group = 1 AND origin BETWEEN 0 AND 3600"
        ),
        ("patterns of a route", "pattern", "SELECT * FROM pattern WHERE rid = 1"),
        ("calls at a stop", "pattern_stops", "SELECT * FROM pattern_stops WHERE sid = 1"),
        ("groups of a pattern", "trip_group", "SELECT * FROM trip_group WHERE pattern = 1"),
        ("a service by its id", "service", "SELECT * FROM service WHERE service_id = 'x'"),
    ]
}
