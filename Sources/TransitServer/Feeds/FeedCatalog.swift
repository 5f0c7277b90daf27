import Foundation
import SystemLayer
import TransitAPI
import TransitBundle

/// All feeds that are served: one bundle, one publish folder, or a folder of publish folders.
@available(iOS 17, macOS 14, *)
package final class FeedCatalog: Sendable {
    /// The kind of path.
    private enum Kind: Sendable {
        case single(ServedFeed)
        case many(folder: String)
    }

    private struct Feeds: Sendable {
        /// By the path of their folder, to notice a manifest that names another feed.
        var byPath: [String: ServedFeed] = [:]
        var byName: [String: ServedFeed] = [:]
    }

    /// The most bundles open at a time: each takes five descriptors, and systems grant 1,024.
    package static let openBundles = 64
    /// The number of descriptors that bundles, and everything else that a server opens, may take.
    package static let descriptors = openBundles * 6 + 64

    private let kind: Kind
    private let feeds = Locked(Feeds())
    private let listeners = Locked<[UUID: AsyncStream<Void>.Continuation]>([:])
    /// The most recent look.
    private let looks = Locked<Task<Void, Never>?>(nil)
    let bundles: OpenBundles

    /// Looks at a path and everything to serve below it.
    ///
    /// - Throws: `ServingError` when nothing can be served.
    package init(path: String, openBundles: Int = FeedCatalog.openBundles) async throws {
        bundles = OpenBundles(limit: openBundles)
        guard let status = knownStatus(path) else { throw ServingError.missing(path: path) }
        if status.kind == .folder {
            if Self.hasManifest(path) {
                kind = .single(ServedFeed(.publishFolder(path), bundles))
            } else {
                guard !Self.publishFolders(in: path).isEmpty else {
                    throw ServingError.nothingPublished(path: path)
                }
                kind = .many(folder: path)
            }
        } else {
            kind = .single(ServedFeed(.bundle(path), bundles))
        }
        await refresh()
        guard case .single(let feed) = kind else { return }
        guard let state = feed.state else {
            throw ServingError.unusable(path: path, reason: feed.problem ?? "cannot be served")
        }
        do {
            _ = try await bundles.bundle(state.current)
        } catch let error as TransitBundleError {
            throw ServingError.unusable(path: path, reason: feed.problem ?? error.description)
        }
    }

    /// Whether several feeds are served, each under its name.
    var isMany: Bool {
        if case .many = kind { return true }
        return false
    }

    /// All feeds by their names.
    var all: [(name: String, feed: ServedFeed)] {
        feeds.withLock { $0.byName }.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// The number of feeds.
    var count: Int { feeds.withLock { $0.byName.count } }

    /// The feed with a name; the only one when nil.
    func feed(_ name: String?) throws(APIFailure) -> ServedFeed {
        guard let name else {
            if case .single(let feed) = kind { return feed }
            throw APIFailure(
                .unknownFeed, field: "path",
                "This server has several feeds. Ask /api/v1/feeds/{feed}/...; /api/v1/feeds has "
                    + "their names.")
        }
        guard let feed = feeds.withLock({ $0.byName[name] }) else {
            throw APIFailure(
                .unknownFeed, field: "feed",
                "There is no feed \(name) here. /api/v1/feeds has the names of all.")
        }
        return feed
    }

    /// Looks at all feeds again and for new folders, one look at a time.
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
        let looked: [ServedFeed]
        switch kind {
        case .single(let feed):
            let isChanged = await feed.refresh()
            feeds.withLock { $0.byName = [feed.name: feed] }
            if isChanged { tellListeners() }
            looked = [feed]
        case .many(let folder):
            await refresh(folder)
            looked = feeds.withLock { Array($0.byPath.values) }
        }
        bundles.keep(Set(looked.lazy.compactMap(\.state).flatMap(\.versions.values)))
    }

    private func refresh(_ folder: String) async {
        var byPath = feeds.withLock { $0.byPath }
        for path in Self.publishFolders(in: folder) where byPath[path] == nil {
            byPath[path] = ServedFeed(.publishFolder(path), bundles)
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
        let (paths, names) = (byPath, byName)
        feeds.withLock { feeds in
            feeds.byPath = paths
            feeds.byName = names
        }
        if isChanged { tellListeners() }
    }

    /// Yields whenever something else may be served than before.
    func changes() -> AsyncStream<Void> {
        let id = UUID()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { [weak self] _ in
                self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
            }
            listeners.withLock { $0[id] = continuation }
        }
    }

    private func tellListeners() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }

    private static func hasManifest(_ folder: String) -> Bool {
        Files.exist(at: folder + "/manifest.json")
    }

    private static func publishFolders(in folder: String) -> [String] {
        Folder.names(in: folder).filter { !$0.hasPrefix(".") }.map { folder + "/" + $0 }
            .filter(hasManifest)
    }
}
