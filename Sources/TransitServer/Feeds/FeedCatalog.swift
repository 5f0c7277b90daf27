import SystemLayer
import TransitAPI
import TransitBundle
import TransitRealtime

/// One bundle, one publish folder, or a folder of publish folders.
@available(iOS 17, macOS 14, *)
package final class FeedCatalog: Sendable {
    private struct Feeds: Sendable {
        /// By the path of their folder, to notice a manifest that names another feed.
        var byPath: [String: ServedFeed] = [:]
        var byName: [String: ServedFeed] = [:]
    }

    /// The maximum number of bundles open at a time: each takes five descriptors, and systems grant
    /// 1,024.
    package static let openBundles = 64
    package static let descriptors = openBundles * 6 + 64

    private let path: String
    private let only: ServedFeed?
    private let sources: LiveSources
    private let feeds = Locked(Feeds())
    private let listeners = Listeners<Void>()
    private let looks = Locked<Task<Void, Never>?>(nil)
    let bundles: OpenBundles

    package init(
        path: String, openBundles: Int = FeedCatalog.openBundles,
        sources: LiveSources = LiveSources()
    ) async throws {
        self.sources = sources
        bundles = OpenBundles(limit: openBundles)
        self.path = path
        guard let status = knownStatus(path) else { throw ServingError.missing(path: path) }
        let isFolder = status.kind == .folder
        if isFolder, !Self.hasManifest(path) {
            only = nil
            guard !Self.publishFolders(in: path).isEmpty else {
                throw ServingError.nothingPublished(path: path)
            }
        } else {
            only = ServedFeed(path, isFolder: isFolder, bundles)
            feeds.withLock { $0.byPath[path] = only }
        }
        await refresh()
        let names = all.map(\.name)
        if isMany, let homeless = sources.homeless(among: names) {
            throw ServingError.noFeed(source: homeless, feeds: names)
        }
        guard let feed = only else { return }
        guard let state = feed.state else {
            throw ServingError.unusable(path: path, reason: feed.problem ?? "cannot be served")
        }
        do {
            _ = try await bundles.bundle(state.current)
        } catch let error as TransitBundleError {
            throw ServingError.unusable(path: path, reason: feed.problem ?? error.description)
        }
    }

    func rereadSources() async throws {
        guard let new = try sources.reread() else { return }
        for (name, feed) in all {
            await feed.live?.refresher.useHeaders(of: new.sources(of: isMany ? name : nil))
        }
    }

    var isMany: Bool { only == nil }

    var all: [(name: String, feed: ServedFeed)] {
        feeds.withLock { $0.byName }.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    var count: Int { feeds.withLock { $0.byName.count } }

    func feed(_ name: String?) throws(APIFailure) -> ServedFeed {
        guard let name else {
            if let only { return only }
            throw APIFailure(
                .unknownFeed, field: "path",
                "This server has several feeds. Ask /api/v1/feeds/{feed}/...; /api/v1/feeds has "
                    + "their names.")
        }
        guard let feed = feeds.withLock({ $0.byName[name] }) else {
            throw APIFailure(
                .unknownFeed, field: "feed",
                "There is no feed \(name) here. /api/v1/feeds lists all names.")
        }
        return feed
    }

    package func refresh() async {
        let look = looks.withLock { last in
            let previous = last
            let look = Task {
                await previous?.value
                await self.look()
            }
            last = look
            return look
        }
        await look.value
    }

    private func look() async {
        var byPath = feeds.withLock { $0.byPath }
        if isMany {
            for path in Self.publishFolders(in: path) where byPath[path] == nil {
                byPath[path] = ServedFeed(path, isFolder: true, bundles)
            }
        }
        var isChanged = false
        for feed in byPath.values {
            isChanged = await feed.refresh() || isChanged
        }
        var byName: [String: ServedFeed] = [:]
        // When two folders publish the same feed, the first counts, as it did yesterday.
        for (_, feed) in byPath.sorted(by: { $0.key < $1.key }) where byName[feed.name] == nil {
            byName[feed.name] = feed
        }
        for (name, feed) in byName { feed.follow { sources.live(of: isMany ? name : nil) } }
        let (paths, names) = (byPath, byName)
        feeds.withLock { feeds in
            feeds.byPath = paths
            feeds.byName = names
        }
        if isChanged { listeners.tell(()) }
        bundles.keep(Set(byPath.values.lazy.compactMap(\.state).flatMap(\.versions.values)))
    }

    func changes() -> AsyncStream<Void> { listeners.events() }

    static func publishFolders(at path: String) -> [String] {
        hasManifest(path) ? [path] : publishFolders(in: path)
    }

    private static func hasManifest(_ folder: String) -> Bool {
        Files.exist(at: folder + "/manifest.json")
    }

    private static func publishFolders(in folder: String) -> [String] {
        Folder.names(in: folder).filter { !$0.hasPrefix(".") }.map { folder + "/" + $0 }
            .filter(hasManifest)
    }
}
