import BundleManifest
import Foundation
import SystemLayer
import TransitAPI
import TransitBundle

@available(iOS 17, macOS 14, *)
final class ServedFeed: Sendable {
    private struct Status: Sendable {
        var state: FeedState?
        var problem: String?
        var seen: FileStatus?
        var swaps = 0
    }

    private let path: String
    private let isFolder: Bool
    private let fallbackName: String
    private let status = Locked(Status())
    private let bundles: OpenBundles
    private let liveFeed = Locked<LiveFeed?>(nil)

    init(_ path: String, isFolder: Bool, _ bundles: OpenBundles) {
        self.path = path
        self.isFolder = isFolder
        self.bundles = bundles
        let name = Folder.split(path).name
        let stem = name.prefix { $0 != "." }
        fallbackName = stem.isEmpty ? "feed" : String(stem)
    }

    /// The name in addresses and `meta`: the id of its manifest, or the name of a lone bundle's
    /// file.
    var name: String {
        status.withLock { $0.state?.published?.manifest.id } ?? fallbackName
    }

    var state: FeedState? { status.withLock { $0.state } }

    var live: LiveFeed? { liveFeed.withLock { $0 } }

    func follow(_ live: () -> LiveFeed?) {
        liveFeed.withLock { if $0 == nil { $0 = live() } }
    }

    func liveVersions() async -> [(ServedVersion, OpenBundle)] {
        var versions: [(ServedVersion, OpenBundle)] = []
        for version in state?.answering ?? [] {
            do {
                versions.append((version, try await bundles.bundle(version)))
            } catch {
                // It is the problem of this feed, which /status tells.
                continue
            }
        }
        return versions
    }

    var problem: String? {
        let (state, problem) = status.withLock { ($0.state, $0.problem) }
        if let problem { return problem }
        return state.flatMap { failed($0).first }.flatMap { bundles.failure($0) }
            .map(ProblemText.words)
    }

    func hasFailed(_ version: ServedVersion) -> Bool { bundles.failure(version) != nil }

    private func failed(_ state: FeedState) -> [ServedVersion] {
        state.versions.values.filter(hasFailed).sorted { $0.name > $1.name }
    }

    var swaps: Int { status.withLock { $0.swaps } }

    func offered() throws(APIFailure) -> FeedState {
        let (state, problem) = status.withLock { ($0.state, $0.problem) }
        guard let state else {
            throw APIFailure(
                .unavailable,
                "The feed \(name) cannot be served now: \(problem ?? "nothing is published").")
        }
        return state
    }

    func refresh() async -> Bool {
        // A link to a bundle stands for its target, which may be another one tomorrow.
        let stamp = knownStatus(
            isFolder ? path + "/manifest.json" : path, followingLinks: !isFolder)
        let (seen, problem, old) = status.withLock { ($0.seen, $0.problem, $0.state) }
        // A refused state is examined again: files that were missing may exist by now.
        if problem == nil, let old, let stamp, stamp.isUnchanged(since: seen) {
            await openAgain(old)
            return false
        }
        do {
            let new =
                isFolder
                ? try await FeedStateLoader.publishFolder(path, replacing: old, bundles)
                : try await FeedStateLoader.loneBundle(path)
            try await matchLive(new)
            return take(new, instead: old, seen: stamp)
        } catch {
            status.withLock { status in
                status.problem = ProblemText.words(error)
                status.seen = stamp
            }
            return false
        }
    }

    /// Matches live data with versions before they answer, unless that takes long.
    private func matchLive(_ new: FeedState) async throws {
        guard let live else { return }
        var versions: [(ServedVersion, OpenBundle)] = []
        for version in new.answering {
            versions.append((version, try await bundles.bundle(version)))
        }
        try await live.prepare(versions)
    }

    /// Tries again to open a file that could not be opened: it may have been repaired, even without
    /// a request.
    private func openAgain(_ state: FeedState) async {
        for version in failed(state) {
            do {
                _ = try await bundles.bundle(version)
            } catch {
                // It stays the problem of this feed.
                continue
            }
        }
    }

    private func take(_ new: FeedState, instead old: FeedState?, seen: FileStatus?) -> Bool {
        status.withLock { status in
            status.state = new
            status.problem = nil
            status.seen = seen
            if let old, old.current != new.current { status.swaps += 1 }
        }
        live?.keep(Set(new.answering))
        return old?.current != new.current || old?.published?.bytes != new.published?.bytes
    }
}

/// The reason why a feed is not served, in words that clients read: they learn the names of files,
/// but not where these are on this machine.
@available(iOS 17, macOS 14, *)
enum ProblemText {
    static func words(_ error: any Error) -> String {
        switch error {
        case let error as RefusedState: error.description
        case TransitBundleError.wrongDigest(let path, _, _):
            "\(name(path)) is damaged: its SHA-256 is not the manifest's"
        case let error as TransitBundleError: withoutFolder(error).description
        case let error as FileError: "\(name(error.path)): \(error.reason)"
        default: "\(error)"
        }
    }

    private static func withoutFolder(_ error: TransitBundleError) -> TransitBundleError {
        switch error {
        case .missing(let path): .missing(path: name(path))
        case .notABundle(let path): .notABundle(path: name(path))
        case .zip(let path): .zip(path: name(path))
        case .newer(let path, let version): .newer(path: name(path), version: version)
        case .truncated(let path, let bytes, let expected):
            .truncated(path: name(path), bytes: bytes, expected: expected)
        case .wrongDigest(let path, let found, let expected):
            .wrongDigest(path: name(path), found: found, expected: expected)
        case .unreadable(let path, let reason): .unreadable(path: name(path), reason: reason)
        case .damaged, .tooMuchText: error
        }
    }

    private static func name(_ path: String) -> String { Folder.split(path).name }
}
