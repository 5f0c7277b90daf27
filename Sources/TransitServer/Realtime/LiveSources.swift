import Foundation
import GTFSSchedule
package import TransitRealtime

@available(iOS 17, macOS 14, *)
package struct LiveSources: Sendable {
    private(set) var feeds: [(feed: String?, source: RealtimeFeed)]
    /// For other keys; nil where the sources cannot change.
    private let read: (@Sendable () throws -> [(feed: String?, source: RealtimeFeed)])?
    private let fetching: any RealtimeFetching
    private let clock: ServerClock
    private let log: @Sendable (String) -> Void

    package init() {
        self.init([], fetching: NoFetching(), clock: .system)
    }

    package init(
        _ feeds: [(feed: String?, source: RealtimeFeed)], fetching: any RealtimeFetching,
        clock: ServerClock, log: @escaping @Sendable (String) -> Void = { _ in },
        reading: (@Sendable () throws -> [(feed: String?, source: RealtimeFeed)])? = nil
    ) {
        self.feeds = feeds
        read = reading
        self.fetching = fetching
        self.clock = clock
        self.log = log
    }

    func homeless(among names: [String]) -> String? {
        feeds.first { source in !names.contains { $0 == source.feed } }?.source.name
    }

    /// With current headers; nil where these cannot change.
    func reread() throws -> LiveSources? {
        guard let read else { return nil }
        var sources = self
        sources.feeds = try read()
        return sources
    }

    func sources(of feed: String?) -> [RealtimeFeed] {
        let found = feeds.filter { feed == nil || $0.feed == feed }
        var own = found.map(\.source)
        // Definitions of two feeds may name theirs alike.
        if Set(own.map(\.name.exact)).count < own.count {
            for (index, source) in found.enumerated() {
                own[index].name = "\(source.feed ?? "")/\(source.source.name)"
            }
        }
        return own
    }

    /// `feed` is as in `sources(of:)`; nil where it has no source.
    func live(of feed: String?) -> LiveFeed? {
        let own = sources(of: feed)
        return own.isEmpty
            ? nil
            : LiveFeed(own, by: fetching, clock: clock, log: SourceLog(feed: feed, write: log))
    }

    private struct NoFetching: RealtimeFetching {
        func fetch(
            _ url: URL, headers: [String: String], atMost limit: Int
        ) async throws -> RealtimeReply {
            throw RealtimeFailure.noAnswer
        }
    }
}
