package import FeedReading
import GTFSRealtime
package import TransitBundle
package import TransitRealtime

/// A check of messages of GTFS Realtime: trip updates, vehicles and alerts of one feed, whether they come
/// in one message or in several.
package struct RealtimeCheck {
    package struct Body: Sendable {
        package var name: String
        package var bytes: [UInt8]
        package var before: [UInt8]?
        package var wasPacked: Bool

        package init(
            name: String, bytes: [UInt8], before: [UInt8]? = nil, wasPacked: Bool = false
        ) {
            self.name = name
            self.bytes = bytes
            self.before = before
            self.wasPacked = wasPacked
        }
    }

    package struct Result: Sendable {
        package var notices: [NoticeBin.Entry]
        package var match: MatchReport?
        package var tripUpdates = 0
        package var vehicles = 0
        package var alerts = 0
        package var steps = 0

        package init() {
            notices = []
        }
    }

    private let now: Int
    private let mostSteps: Int

    package init(at now: Int, endingAfter steps: Int = MatchEffort.most) {
        self.now = now
        mostSteps = steps
    }

    /// Checks bodies together, beside the feed if it is given. This thread waits for the disk.
    package func run(_ bodies: [Body], beside bundle: TransitBundle?) throws -> Result {
        guard let bundle else { return try run(bodies, in: nil) }
        return try bundle.checking { lookup in try run(bodies, in: lookup) }
    }

    private func run(_ bodies: [Body], in lookup: (any FeedLookup)?) throws -> Result {
        let log = CheckLog(MatchEffort(limit: mostSteps))
        let messages = bodies.compactMap { body -> CheckedMessage? in
            log.source = body.name
            if body.wasPacked {
                log.note(
                    .notAMessage,
                    ["reason": "the body is compressed by gzip, although this was not requested"])
            }
            guard let message = BodyCheck(log: log).message(in: body.bytes) else { return nil }
            let before = body.before.map { FeedMessage.readable($0).message }
            return CheckedMessage(body.name, message, before: before)
        }
        let named = NamedThings(messages, now: now)
        var walk = MessageWalk(
            log, now: now, named: named,
            facts: try lookup.map { try FeedFacts(named, in: $0, counting: log.effort) })
        for message in messages { try walk.check(message) }
        return try walk.finish()
    }
}
