import Foundation
import GTFSSchedule
package import TransitRealtime

@available(iOS 17, macOS 14, *)
package struct LiveSources: Sendable {
    let feeds: [(feed: String?, source: RealtimeFeed)]
    private let fetching: any RealtimeFetching
    private let clock: ServerClock
    private let log: @Sendable (String) -> Void

    package init() {
        self.init([], fetching: NoFetching(), clock: .system)
    }

    ///   - log: takes a line when a source fails, answers again, or gets old.
    package init(
        _ feeds: [(feed: String?, source: RealtimeFeed)], fetching: any RealtimeFetching,
        clock: ServerClock, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.feeds = feeds
        self.fetching = fetching
        self.clock = clock
        self.log = log
    }

    func homeless(among names: [String]) -> String? {
        feeds.first { source in !names.contains { $0 == source.feed } }?.source.name
    }

    func live(of feed: String?) -> LiveFeed? {
        let found = feeds.filter { feed == nil || $0.feed == feed }
        var own = found.map(\.source)
        // Definitions of two feeds may name theirs alike.
        if Set(own.map(\.name.exact)).count < own.count {
            for (index, source) in found.enumerated() {
                own[index].name = "\(source.feed ?? "")/\(source.source.name)"
            }
        }
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
