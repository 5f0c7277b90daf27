public import GTFSSchedule

/// How a feed is to be validated.
public struct ValidationOptions: Sendable {
    /// The date that counts as today.
    public var date: ServiceDate
    /// ISO 3166-1 alpha-2, for phone numbers; nil leaves them unchecked.
    public var countryCode: String?
    /// Whether counts must be those of the canonical validator, its defects included.
    public var isCanonical = false
    /// Whether the report can draw where its samples lie; looking them up takes a while.
    package var hasMap = true
    /// Rules besides those of the catalogue: ``RowRule``, ``TripRule`` or ``FeedRule``.
    public var ownRules: [any Rule] = []

    public init(date: ServiceDate, countryCode: String? = nil) {
        self.date = date
        self.countryCode = countryCode
    }
}
