import GTFSRealtime
import TransitRealtime

/// A message among those that are checked together.
struct CheckedMessage {
    let name: String
    let message: FeedMessage
    /// The message before; nil when it is not known.
    let before: FeedMessage?
    /// The instant of the header as far as it is usable.
    let at: Int?

    init(_ name: String, _ message: FeedMessage, before: FeedMessage?) {
        self.name = name
        self.message = message
        self.before = before
        at = UsableValues.instant(message.header.timestamp)
    }
}
