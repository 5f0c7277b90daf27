/// One or more runs of a trip that `frequencies.txt` may repeat: a departure, or a row of a
/// timetable.
public protocol FrequentRun {
    /// For a trip of `frequencies.txt`: the seconds between runs.
    var headwaySecs: Int? { get }
    /// For a trip of `frequencies.txt`: whether runs leave exactly at these intervals (1), or about
    /// every ``headwaySecs`` (0).
    var exactTimes: Int? { get }
}

extension FrequentRun {
    /// Whether vehicles come about every ``headwaySecs`` instead of at exact times.
    public var isAboutEvery: Bool { headwaySecs != nil && exactTimes != 1 }

    /// Returns the text for riders, such as "about every 6 min"; nil where times are exact.
    ///
    /// ```swift
    /// let metro = BoardFilter(types: [.metro])
    /// let next = try await source.nextDepartures(from: quay, at: now, count: 1, matching: metro)
    /// let text = next.first?.headwayText()  // "about every 3 min"
    /// ```
    public func headwayText(in words: RiderWords = .english) -> String? {
        guard let headwaySecs, isAboutEvery else { return nil }
        let minutes = max(1, (headwaySecs + 30) / 60)
        return minutes == 1 ? words[.everyMinute] : words.text(.everyMinutes, n: "\(minutes)")
    }
}

extension StopEvent: FrequentRun {}
extension Timetable.Row: FrequentRun {}
extension TripRun: FrequentRun {}
