import Foundation
import NIOPosix
import SystemLayer
import TransitBundle
import TransitExplorer
import TransitModel

@available(iOS 17, macOS 14, *)
struct ServedVersion: Hashable, Sendable {
    /// The name, such as `20261121-1f0c9a3b`, or the first 16 digits of a lone bundle's SHA-256.
    let name: String
    let path: String
    var sha256: String?
    /// A lone bundle. If it were opened only when a request needs it, its path might lead to
    /// another version by then; published files never change.
    var lone: OpenBundle?

    static func == (a: ServedVersion, b: ServedVersion) -> Bool {
        (a.name, a.path, a.sha256) == (b.name, b.path, b.sha256)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(path)
        hasher.combine(sha256)
    }
}

@available(iOS 17, macOS 14, *)
final class OpenBundle: Sendable {
    let bundle: TransitBundle
    let languages: [String]
    let feed: FeedDescription
    let dots: DotKeys

    private init(_ bundle: TransitBundle) async throws {
        self.bundle = bundle
        languages = try await bundle.languages()
        feed = try await bundle.feed()
        dots = try await DotKeys(bundle)
    }

    static func open(_ path: String, sha256: String? = nil) async throws -> OpenBundle {
        // Opening waits for the disk and for threads that fill the pool of connections.
        let bundle = try await NIOThreadPool.singleton.runIfActive {
            if let sha256 { try Self.check(path, sha256) }
            return try TransitBundle(path: path)
        }
        return try await OpenBundle(bundle)
    }

    private static func check(_ path: String, _ sha256: String) throws {
        guard knownStatus(path, followingLinks: false)?.kind == .file else {
            throw TransitBundleError.missing(path: path)
        }
        let found = try ByteDigest(file: path, followingLinks: false).sha256
        guard found == sha256 else {
            throw TransitBundleError.wrongDigest(path: path, found: found, expected: sha256)
        }
    }
}

/// The open bundles: the most recently used ones, so that a thousand feeds need no more descriptors
/// than a few. A request keeps its bundle; one that is forgotten here closes with its last request.
@available(iOS 17, macOS 14, *)
final class OpenBundles: Sendable {
    private struct Entry: Sendable {
        let opening: Task<OpenBundle, any Error>
        var bundle: OpenBundle?
        var use: UInt64
    }

    private struct Failure: Sendable {
        let error: any Error
        let file: FileStatus?
    }

    private struct State: Sendable {
        var entries: [ServedVersion: Entry] = [:]
        var failures: [ServedVersion: Failure] = [:]
        var uses: UInt64 = 0
        var opened = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    func opened(_ version: ServedVersion) -> OpenBundle? {
        if let lone = version.lone { return lone }
        return state.withLock { state in
            guard let bundle = state.entries[version]?.bundle else { return nil }
            state.uses += 1
            state.entries[version]?.use = state.uses
            return bundle
        }
    }

    /// Concurrent requests wait for the same opening.
    func bundle(_ version: ServedVersion) async throws -> OpenBundle {
        if let bundle = opened(version) { return bundle }
        let opening = state.withLock { state in
            state.uses += 1
            if let known = state.entries[version]?.opening {
                state.entries[version]?.use = state.uses
                return known
            }
            let opening = Task { try await self.open(version) }
            state.entries[version] = Entry(opening: opening, use: state.uses)
            return opening
        }
        do {
            let bundle = try await opening.value
            state.withLock { state in
                guard state.entries[version]?.opening == opening else { return }
                state.entries[version]?.bundle = bundle
                // Only now: a bundle that cannot be opened closes no other.
                if state.entries.count > limit,
                    let oldest = state.entries.min(by: { $0.value.use < $1.value.use })?.key
                {
                    state.entries[oldest] = nil
                }
            }
            return bundle
        } catch {
            // The next request tries again: the file may exist by then.
            state.withLock { state in
                if state.entries[version]?.opening == opening { state.entries[version] = nil }
            }
            throw error
        }
    }

    private func open(_ version: ServedVersion) async throws -> OpenBundle {
        let file = knownStatus(version.path)
        // A file whose bytes are not the published ones has others only after a change.
        if let known = state.withLock({ $0.failures[version] }),
            case TransitBundleError.wrongDigest = known.error, let file,
            file.isUnchanged(since: known.file)
        {
            throw known.error
        }
        do {
            let bundle = try await OpenBundle.open(version.path, sha256: version.sha256)
            state.withLock { state in
                state.failures[version] = nil
                state.opened += 1
            }
            return bundle
        } catch {
            state.withLock { $0.failures[version] = Failure(error: error, file: file) }
            throw error
        }
    }

    func failure(_ version: ServedVersion) -> (any Error)? {
        state.withLock { $0.failures[version]?.error }
    }

    /// Forgets all versions except those that are offered, including one that a request opened
    /// again after it was replaced, because it had taken the state before.
    func keep(_ offered: Set<ServedVersion>) {
        state.withLock { state in
            state.failures = state.failures.filter { offered.contains($0.key) }
            for version in state.entries.keys where !offered.contains(version) {
                state.entries[version] = nil
            }
        }
    }

    var totals: (open: Int, opened: Int) {
        state.withLock { ($0.entries.count, $0.opened) }
    }
}
