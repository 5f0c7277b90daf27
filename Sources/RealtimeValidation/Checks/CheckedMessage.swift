import GTFSRealtime
import TransitRealtime

struct CheckedMessage {
    let name: String
    let message: FeedMessage
    let before: FeedMessage?
    let at: Int?

    init(_ name: String, _ message: FeedMessage, before: FeedMessage?) {
        self.name = name
        self.message = message
        self.before = before
        at = UsableValues.instant(message.header.timestamp)
    }
}
