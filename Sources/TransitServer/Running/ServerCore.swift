import Foundation
import Logging
import NIOPosix
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitModel

@available(iOS 17, macOS 14, *)
package final class ServerCore: Sendable {
    package let catalog: FeedCatalog
    package let settings: ServerSettings
    let cache: BodyCache
    let targets = KnownTargets(limit: 4 << 20)
    let hours: BoardHours
    let places = BoardPlaces(limit: 4 << 20)
    let dates = DateHeader()
    let metrics = RequestMetrics()
    let openConnections = OpenConnections()
    let requestIDs = RequestIDs()
    let hub: BoardHub
    private let swaps = Locked(0)
    let started: Date

    package init(_ catalog: FeedCatalog, _ settings: ServerSettings) {
        self.catalog = catalog
        self.settings = settings
        cache = BodyCache(limit: settings.cacheBytes)
        hours = BoardHours(limit: settings.boardBytes)
        started = settings.clock.now()
        hub = BoardHub(catalog, settings, places: places)
    }

    func asked(_ question: FeedQuestion, wish: String?) async throws -> BundleQuestion {
        let bundle = try await catalog.bundles.bundle(question.version)
        guard let live = question.live else {
            return try question.asked(of: bundle, live: nil, wish: wish)
        }
        let known = try await live.known(question, over: bundle, places: places)
        return try question.asked(of: bundle, live: known, wish: wish)
    }

    func title() async throws -> String {
        if let title = settings.title { return title }
        guard !catalog.isMany else { return "Transit API" }
        let offered = try catalog.offered(nil, by: settings.clock).version
        let bundle = try await catalog.bundles.bundle(offered.version)
        let publisher =
            bundle.feed.info?.feedPublisherName ?? bundle.feed.agencies.first?.agencyName
        return (publisher ?? "Transit") + " API"
    }

    func keepFresh() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(settings.refreshSeconds))
            } catch {
                return
            }
            await refresh()
        }
    }

    func followLive() async {
        await withTaskGroup(of: Void.self) { group in
            var followed: Set<String> = []
            while !Task.isCancelled {
                for (name, feed) in catalog.all {
                    guard let live = feed.live, followed.insert(name).inserted else { continue }
                    group.addTask { await live.run { await feed.liveVersions() } }
                }
                do {
                    try await Task.sleep(for: .seconds(settings.refreshSeconds))
                } catch {
                    break
                }
            }
            group.cancelAll()
        }
    }

    func refresh() async {
        let before = swaps.withLock { $0 }
        await catalog.refresh()
        let feeds = catalog.all
        let now = feeds.reduce(0) { $0 + $1.feed.swaps }
        guard now != before else { return }
        swaps.withLock { $0 = now }
        // Otherwise the caches would fill with them, a little with each version.
        let offered = Dictionary(
            feeds.map { ($0.name, Set($0.feed.state?.versions.keys.map { $0 } ?? [])) },
            uniquingKeysWith: { $0.union($1) })
        cache.keep(offered)
        hours.keep(offered)
        // They and the bundles lay between others. Not on a thread that answers.
        NIOThreadPool.singleton.submit { _ in FreedMemory.giveBack() }
    }

    func reread() async {
        do {
            try settings.keys?.reread()
        } catch {
            settings.logger.error("the earlier keys stay in use: \(error)")
        }
        do {
            try await catalog.rereadSources()
        } catch {
            settings.logger.error("the earlier headers of live data stay in use: \(error)")
        }
        await refresh()
    }

    func cover() async {
        let clock = settings.clock
        for (_, feed) in catalog.all {
            guard let live = feed.live, let version = feed.state?.version(at: clock.now()),
                let view = live.view(of: version)
            else { continue }
            for (known, bundle) in await feed.liveVersions() where known.name == version.name {
                do {
                    _ = try await live.coverage(
                        of: view, version.name, over: bundle.bundle, at: clock.minute)
                } catch {
                    // It is the problem of this feed, which /status tells.
                    continue
                }
            }
        }
    }

    func metricsText() -> String {
        var text = MetricsText()
        metrics.write(to: &text)
        let cache = cache.totals
        let bundles = catalog.bundles.totals
        text.gauge("cache_bytes", cache.weight, help: "Bytes of finished answers in memory.")
        text.counter("cache_hits_total", cache.hits, help: "Answers found in memory.")
        text.counter("cache_misses_total", cache.misses, help: "Answers not found in memory.")
        text.gauge("board_bytes", hours.bytes, help: "Bytes of the hours of boards in memory.")
        let lone = catalog.all.count { $0.feed.state?.current.lone != nil }
        text.gauge("open_bundles", bundles.open + lone, help: "Bundles that are open.")
        text.counter("bundles_opened_total", bundles.opened, help: "Bundles opened so far.")
        text.gauge("connections", openConnections.total, help: "Open connections.")
        text.gauge("listeners", hub.totals.listeners, help: "Clients that follow a board.")
        text.counter("boards_made_total", hub.totals.made, help: "Boards made for these clients.")
        text.gauge("feeds", catalog.count, help: "Feeds that are served.")
        let feeds = catalog.all
        text.begin(
            "gtfs_serve_feed_problem", type: "gauge",
            help: "1 when the current files of the feed cannot be served.")
        for (name, feed) in feeds { text.add(["feed": name], feed.problem == nil ? 0 : 1) }
        text.begin(
            "gtfs_serve_feed_swaps_total", type: "counter", help: "Switches to new versions.")
        for (name, feed) in feeds { text.add(["feed": name], Double(feed.swaps)) }
        LiveMetrics(feeds, now: settings.clock.now()).write(to: &text)
        text.begin(
            "process_start_time_seconds", type: "gauge",
            help: "Start time of the server, in seconds since 1970.")
        text.add(started.timeIntervalSince1970.rounded(.down))
        return text.text
    }
}
