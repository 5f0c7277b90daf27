public import GTFSSchedule
import SystemLayer

/// How to validate a feed.
public struct ValidationOptions: Sendable {
    /// The date that counts as today.
    public var date: ServiceDate { didSet { isDated = true } }
    /// Whether a date was given; otherwise it is today's, and not part of a bundle.
    package var isDated: Bool
    /// The country for phone numbers, ISO 3166-1 alpha-2; nil leaves phone numbers unchecked.
    public var countryCode: String?
    /// Whether counts must equal those of the canonical validator, including its defects.
    public var isCanonical = false
    /// Finding the places takes a while.
    package var hasMap = true
    /// See `RulePatience`.
    package var patience = 1_000_000_000
    /// See `RuleTurns`.
    package var earlyRules = RuleTurns.early
    /// Rules in addition to those of the catalog: ``RowRule``, ``TripRule`` or ``FeedRule``.
    ///
    /// ```swift
    /// var options = ValidationOptions(date: today)
    /// options.ownRules = [RouteColorRule()]
    /// let report = try await Validator(feed, options).validate()
    /// let colorless = report.groups.first { $0.code == "acme_missing_color" }?.count  // 1
    /// ```
    public var ownRules: [any Rule] = []

    /// Creates options for a validation by the rules of the catalog.
    ///
    /// - Parameters:
    ///   - date: nil for today, by the clock and the zone of this machine.
    ///   - countryCode: see ``countryCode``.
    public init(date: ServiceDate? = nil, countryCode: String? = nil) {
        self.date = date ?? .today
        isDated = date != nil
        self.countryCode = countryCode
    }
}

extension ServiceDate {
    /// By the clock and the zone of this machine.
    package static var today: ServiceDate {
        let now = LocalTime()
        return ServiceDate(dayNumber: Int(Double(now.seconds + now.offsetSeconds) / 86_400))
    }
}
