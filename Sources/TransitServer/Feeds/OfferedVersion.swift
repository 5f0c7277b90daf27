import Foundation
import TransitAPI
import TransitAnswers

/// The version of a feed that answers a request, a stream or a page, and the live data over it.
@available(iOS 17, macOS 14, *)
struct OfferedVersion: Sendable {
    let feed: String
    let version: ServedVersion
    /// Nil below `/versions/`: live data belongs to the version that answers by itself.
    let live: LiveFeed?
    let now: Date

    init(
        _ name: String?, of feed: ServedFeed, in state: FeedState, at now: Date
    ) throws(APIFailure) {
        self.feed = feed.name
        version = try state.version(name, at: now)
        live = name == nil ? feed.live : nil
        self.now = now
    }

    var minute: Date { AnswerContext.minute(of: now) }
}

@available(iOS 17, macOS 14, *)
extension FeedCatalog {
    /// The version also comes with the state that it is from, so that nobody takes another one.
    func offered(
        _ feed: String?, version: String? = nil, by clock: ServerClock
    ) throws(APIFailure) -> (version: OfferedVersion, state: FeedState) {
        let feed = try self.feed(feed)
        let state = try feed.offered()
        return (try OfferedVersion(version, of: feed, in: state, at: clock.now()), state)
    }
}
