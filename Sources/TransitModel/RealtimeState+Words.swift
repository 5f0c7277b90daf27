public import Foundation

extension RealtimeState {
    /// Returns how fresh live data is, for riders: "Live, as of 08:04", "Live data is late, as of
    /// 08:04", "No live data now: times are those of the timetable"; nil where its time is not
    /// known.
    ///
    /// - Parameter timeZone: the zone of the clock to show.
    public func text(in words: RiderWords = .english, timeZone: TimeZone) -> String? {
        if !freshness.isApplied { return words[.expiredLiveData] }
        guard let at else { return nil }
        let seconds =
            Int(at.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: at)
        let minute = ((seconds % 86_400) + 86_400) % 86_400 / 60
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return words.text(
            freshness == .live ? .liveData : .staleLiveData,
            n: "\(two(minute / 60)):\(two(minute % 60))")
    }
}
