import FeedReading
import GTFSRealtime
import TransitRealtime

struct HeaderCheck {
    let log: CheckLog
    let now: Int
    let facts: FeedFacts?

    /// The practices of the reference: how old a message may be, and how long after the previous one.
    private static let oldest = 65
    private static let longestInterval = 35
    private static let advisedInterval = 30
    /// Clocks may differ by this much.
    static let ahead = 60

    func check(_ message: CheckedMessage) {
        let header = message.message.header
        guard message.message.hasHeader else {
            log.note(.noHeader, [:])
            return
        }
        let version = header.gtfsRealtimeVersion
        if version != "1.0" && version != "2.0" {
            log.note(.e038, ["version": version])
        }
        let isOld = version.flatMap(Double.init).map { $0 < 2 } ?? false
        if isOld { log.note(.oldVersion, ["version": version]) }
        if header.timestamp ?? 0 == 0 {
            log.note(isOld ? .w001 : .e048, isOld ? ["part": "header"] : [:])
        }
        if header.incrementality == nil, !isOld { log.note(.e049, [:]) }
        if header.incrementality == .differential { log.note(.differential, [:]) }
        if let at = TimeCheck.plausible(header.timestamp), now - at > Self.oldest {
            log.note(.w008, ["ageSeconds": now - at])
        }
        if let given = UsableValues.id(header.feedVersion), let own = facts?.version,
            !given.utf8.elementsEqual(own.utf8)
        {
            log.note(.otherVersion, ["feedVersion": given, "expected": own])
        }
        if let before = message.before { compare(message, with: before) }
    }

    private func compare(_ message: CheckedMessage, with before: FeedMessage) {
        guard let at = message.at, let earlier = UsableValues.instant(before.header.timestamp)
        else { return }
        let seconds = at - earlier
        if seconds < 0 {
            log.note(.e018, ["timestamp": at, "before": earlier])
        } else if seconds == 0 {
            if message.message.bytes != before.bytes {
                log.note(.e017, ["timestamp": at])
            }
        } else if seconds > Self.longestInterval {
            log.note(.w007, ["seconds": seconds])
        } else if seconds > Self.advisedInterval {
            log.note(.slowRefresh, ["seconds": seconds])
        }
    }
}
