import FeedReading
import GTFSSchedule
import WebPages

/// As speed rules count it, where a notice has a speed.
enum CountedTime {
    /// `3 min + 1 min added`; nil for notices of other rules.
    static func words(_ fields: NoticeFields) -> String? {
        guard case .number(let speed)? = fields["speedKph"], speed > 0,
            case .number(let distance)? = fields["distanceKm"],
            let start = time(fields["departureTime1"]), let end = time(fields["arrivalTime2"])
        else { return nil }
        let counted = distance / speed * 3600
        guard counted.isFinite, counted.magnitude < 1e9 else { return nil }
        let added = Int(counted.rounded()) - (end - start)
        return added > 0 ? "\(words(end - start)) + \(words(added)) added" : words(end - start)
    }

    private static func time(_ value: NoticeValue?) -> Int? {
        let parts = value?.plainText.split(separator: ":").compactMap { Int($0) } ?? []
        guard parts.count == 3 else { return nil }
        return ServiceTime(hours: parts[0], minutes: parts[1], seconds: parts[2]).seconds
    }

    private static func words(_ seconds: Int) -> String {
        let minutes = seconds / 60
        let rest = seconds % 60
        if rest == 0 { return "\(Figures.grouped(minutes)) min" }
        return minutes == 0 ? "\(rest) s" : "\(Figures.grouped(minutes)) min \(rest) s"
    }
}
