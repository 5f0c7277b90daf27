import Foundation
import GTFSSchedule
package import TransitRealtime

/// The sources of live data of a server.
@available(iOS 17, macOS 14, *)
package struct LiveSources: Sendable {
    /// The sources with the names of their feeds; nil for the only one.
    let feeds: [(feed: String?, source: RealtimeFeed)]
    private let fetching: any RealtimeFetching
    private let clock: ServerClock

    /// None.
    package init() {
        self.init([], fetching: NoFetching(), clock: .system)
    }

    /// - Parameters:
    ///   - feeds: the sources with the names of their feeds; nil for the only one.
    ///   - fetching: sends the requests.
    ///   - clock: the time by which messages get old.
    package init(
        _ feeds: [(feed: String?, source: RealtimeFeed)], fetching: any RealtimeFetching,
        clock: ServerClock
    ) {
        self.feeds = feeds
        self.fetching = fetching
        self.clock = clock
    }

    /// The name of a source that is of none of some feeds.
    func homeless(among names: [String]) -> String? {
        feeds.first { source in !names.contains { $0 == source.feed } }?.source.name
    }

    /// The live data of a feed; nil where it has no source.
    ///
    /// - Parameter feed: nil for the only one, to which all sources belong.
    func live(of feed: String?) -> LiveFeed? {
        let found = feeds.filter { feed == nil || $0.feed == feed }
        var own = found.map(\.source)
        // Definitions of two feeds may name theirs alike.
        if Set(own.map(\.name.exact)).count < own.count {
            for (index, source) in found.enumerated() {
                own[index].name = "\(source.feed ?? "")/\(source.source.name)"
            }
        }
        return own.isEmpty ? nil : LiveFeed(own, by: fetching, clock: clock)
    }

    /// Without sources there is nothing to fetch.
    private struct NoFetching: RealtimeFetching {
        func fetch(
            _ url: URL, headers: [String: String], atMost limit: Int
        ) async throws -> RealtimeReply {
            throw RealtimeFailure.noAnswer
        }
    }
}
