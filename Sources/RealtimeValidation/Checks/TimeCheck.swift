import FeedReading
import GTFSRealtime

struct TimeCheck {
    let log: CheckLog
    let now: Int
    let headerAt: Int?

    /// From 2000 to 2100.
    private static let usual = 946_684_800..<4_102_444_800

    /// A plausible instant; 0 means none.
    static func plausible(_ time: (some BinaryInteger)?) -> Int? {
        time.flatMap { Int(exactly: $0) }.flatMap { usual.contains($0) ? $0 : nil }
    }

    /// - Parameter part: nil for the header.
    func check(timestamp: UInt64?, of part: MessagePart?) {
        guard let timestamp, timestamp != 0 else {
            if let part { log.note(.w001, in: part) }
            return
        }
        let place = part ?? MessagePart()
        guard let at = Self.plausible(timestamp) else {
            log.note(.e001, in: place, ["field": "timestamp", "value": "\(timestamp)"])
            return
        }
        if part != nil, let headerAt, at > headerAt {
            log.note(.e012, in: place, ["timestamp": at, "header": headerAt])
        }
        if at - now > HeaderCheck.ahead {
            log.note(.e050, in: place, ["timestamp": at, "aheadSeconds": at - now])
        }
    }

    func check(time: (some BinaryInteger)?, named field: String, of part: MessagePart) {
        guard let time, Self.plausible(time) == nil else { return }
        log.note(.e001, in: part, ["field": field, "value": "\(time)"])
    }
}
