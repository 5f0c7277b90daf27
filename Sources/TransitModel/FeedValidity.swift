public import GTFSSchedule

/// The days for which a feed is meant, and the days on which trips run.
public struct FeedValidity: Codable, Hashable, Sendable {
    /// `feed_start_date` of `feed_info.txt`.
    public var feedStart: ServiceDate?
    /// `feed_end_date` of `feed_info.txt`.
    public var feedEnd: ServiceDate?
    /// The first day on which a trip runs.
    public var firstServiceDay: ServiceDate?
    /// The last day on which a trip runs.
    public var lastServiceDay: ServiceDate?

    /// A validity of these dates; nil where the feed does not say, or no trip runs.
    public init(
        feedStart: ServiceDate? = nil, feedEnd: ServiceDate? = nil,
        firstServiceDay: ServiceDate? = nil, lastServiceDay: ServiceDate? = nil
    ) {
        self.feedStart = feedStart
        self.feedEnd = feedEnd
        self.firstServiceDay = firstServiceDay
        self.lastServiceDay = lastServiceDay
    }

    public enum CodingKeys: String, CodingKey {
        case feedStart = "feed_start_date"
        case feedEnd = "feed_end_date"
        case firstServiceDay = "first_service_day"
        case lastServiceDay = "last_service_day"
    }

    /// The first day for which the feed is reliable: the later of both.
    public var start: ServiceDate? { [feedStart, firstServiceDay].compactMap { $0 }.max() }

    /// The last day for which the feed is reliable: the earlier of both.
    public var end: ServiceDate? { [feedEnd, lastServiceDay].compactMap { $0 }.min() }

    /// Days from a date to the last valid one: 0 on the last day itself, negative afterwards; nil
    /// when the feed has no end.
    public func daysLeft(on date: ServiceDate) -> Int? { end?.days(since: date) }

    /// Whether a date is in the window; a side without a date is open.
    public func contains(_ date: ServiceDate) -> Bool {
        if let start, date < start { return false }
        if let end, date > end { return false }
        return true
    }

    /// The text for users: "Feed expires in 3 days", "Feed expires today", "Feed expired 1 day
    /// ago"; nil when the feed has no end.
    ///
    /// ```swift
    /// let feed = try await source.feed()
    /// let today = feed.date(at: now)
    /// let text = feed.validity.expiryText(on: today)  // "Feed expires in 222 days"
    /// ```
    public func expiryText(on date: ServiceDate) -> String? {
        guard let days = daysLeft(on: date) else { return nil }
        if days == 0 { return "Feed expires today" }
        let count = abs(days) == 1 ? "1 day" : "\(abs(days)) days"
        return days > 0 ? "Feed expires in \(count)" : "Feed expired \(count) ago"
    }
}
