import BundleManifest
import BundleUpdating
public import Foundation
import SystemLayer
public import TransitBundle

/// Keeps the bundle of an app up to date with the version that a server or publish folder offers.
///
/// ```swift
/// let updater = try BundleUpdater(server, store: store, transport: transport)
/// let report = try await updater.update()
/// let outcome = report.outcome  // .unchanged, or .updated
/// ```
///
/// The manifest must be signed if there are keys, and must be neither expired nor older than one
/// seen before. The bundle is downloaded as a delta from the installed one if there is such a
/// delta, otherwise as a whole; an interrupted download is continued, even by the next run of the
/// app. The new bundle is checked before it replaces the old one, which is kept for ``rollback()``.
/// After any failure, the file is still a complete bundle, and readers are not disturbed.
///
/// `gtfs fetch` does the same on the command line.
public final class BundleUpdater: Sendable {
    /// How a bundle is updated.
    public struct Settings: Sendable {
        /// The id that the feed must have; selects one on a server with several.
        public var feed: String?
        /// The publisher's keys; at most two are useful, the old and the new one. Without any, the
        /// manifest need not be signed.
        public var keys: [ManifestKey] = []
        /// The maximum number of bytes that one update downloads; a larger one waits. For low-data
        /// mode.
        public var byteLimit: Int?
        /// Whether connections that cost money, and low-data mode, may be used.
        public var allowsExpensiveNetwork = true
        /// The headers of every request, such as `authorization`; names in lower case.
        public var headers: [String: String] = [:]
        /// The time to wait for the head of an answer, or for the next part of a body.
        public var timeout: Duration = .seconds(30)
        /// The number of attempts after the first that may make no progress.
        public var retries = 2
        /// Returns the date that decides what has expired.
        public var now: @Sendable () -> Date = { Date() }
        package var pause: (@Sendable (Duration) -> Void)?

        /// Creates the default settings.
        public init() {}
    }

    /// The path of the bundle.
    public let path: String
    private let address: BundleAddress
    private let store: TransitBundleStore?
    private let transport: any Transport
    private let settings: Settings
    private let listeners = Listeners<BundleUpdateProgress>()

    /// Creates an updater that follows the published version, and replaces a store's bundle with
    /// it.
    ///
    /// - Parameters:
    ///   - server: the address of a `gtfs serve`, or of the `manifest.json` of a publish folder.
    ///   - store: the store of the app; its bundle is replaced.
    ///   - transport: sends requests.
    ///   - settings: how the bundle is updated.
    /// - Throws: `BundleUpdateFailure` when `server` is not such an address.
    public convenience init(
        _ server: URL, store: TransitBundleStore, transport: any Transport,
        settings: Settings = Settings()
    ) throws {
        try self.init(
            server, path: store.path, store: store, transport: transport, settings: settings)
    }

    /// Creates an updater for when there may be no bundle yet.
    public convenience init(
        _ server: URL, path: String, transport: any Transport, settings: Settings = Settings()
    ) throws {
        try self.init(server, path: path, store: nil, transport: transport, settings: settings)
    }

    private init(
        _ server: URL, path: String, store: TransitBundleStore?, transport: any Transport,
        settings: Settings
    ) throws {
        do throws(BundleUpdateError) {
            address = try BundleAddress(server.absoluteString, feed: settings.feed)
        } catch {
            throw BundleUpdateFailure(error)
        }
        self.path = path
        self.store = store
        self.transport = transport
        self.settings = settings
    }

    // MARK: Updating

    /// Brings the bundle up to date.
    ///
    /// When it is canceled, the part that has arrived is kept for the next update. Only one update
    /// of a file runs at a time, across processes.
    ///
    /// - Throws: `BundleUpdateFailure`, `TransitBundleError` when the new bundle does not answer
    ///   questions, `CancellationError`.
    @discardableResult
    public func update() async throws -> BundleUpdateReport {
        let result = try await run { update in
            let result = try update.run()
            try self.reopen(after: result)
            return result
        }
        return BundleUpdateReport(result)
    }

    /// Makes the previous bundle current again. The version that it replaces is not installed
    /// again.
    ///
    /// ```swift
    /// var failure: BundleUpdateFailure.Kind?
    /// do {
    ///     try await updater.rollback()
    /// } catch let error as BundleUpdateFailure {
    ///     failure = error.kind  // .nothingToRollBack
    /// }
    /// ```
    ///
    /// - Throws: `BundleUpdateFailure`, `TransitBundleError` when the earlier bundle is unusable.
    public func rollback() async throws {
        _ = try await run { [self] _ in
            try BundleUpdate.rollback(path, check: TransitBundle.check)
            try store?.reopen()
        }
    }

    /// Yields the steps of updates from now on; a slow reader gets the latest one.
    ///
    /// ```swift
    /// let steps = Task { await updater.progress().reduce(into: []) { $0.append($1) } }
    /// try await updater.update()
    /// steps.cancel()
    /// ```
    public func progress() -> AsyncStream<BundleUpdateProgress> { listeners.events() }

    /// Makes the store answer with the new bundle; if that fails, the old one comes back.
    private func reopen(after result: BundleUpdateResult) throws {
        guard let store, [.installed, .updated].contains(result.outcome) else { return }
        do {
            try store.reopen()
        } catch {
            try BundleUpdate.rollback(path, check: TransitBundle.check)
            try store.reopen()
            throw error
        }
    }

    // MARK: Background

    var allowsExpensiveNetwork: Bool { settings.allowsExpensiveNetwork }

    func wholeFile() async throws -> BundleUpdate.WholeDownload? {
        try await run { try $0.wholeFile() }
    }

    func adopt(_ download: String, sha256: String) throws {
        let cancellation = UpdateCancellation()
        do {
            try update(
                over: TransportSource(transport, settings: settings, cancellation: cancellation),
                cancellation
            )
            .adopt(download, sha256: sha256)
        } catch let error as BundleUpdateError {
            throw BundleUpdateFailure(error)
        }
    }

    var headers: [String: String] { settings.headers }

    // MARK: Running

    func run<Value: Sendable>(
        _ body: @escaping @Sendable (BundleUpdate) throws -> Value
    ) async throws -> Value {
        let cancellation = UpdateCancellation()
        let source = TransportSource(transport, settings: settings, cancellation: cancellation)
        return try await withTaskCancellationHandler {
            try await SystemThread.run { [self] in
                do {
                    try cancellation.check()
                    return try body(update(over: source, cancellation))
                } catch let error as BundleUpdateError {
                    throw BundleUpdateFailure(error)
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func update(
        over source: TransportSource, _ cancellation: UpdateCancellation
    ) -> BundleUpdate {
        var engine = BundleUpdate.Settings()
        engine.keys = settings.keys.map(\.key)
        engine.feed = settings.feed
        engine.byteLimit = settings.byteLimit
        engine.now = settings.now
        engine.retry.retries = settings.retries
        engine.pause = { [settings] time in
            if let pause = settings.pause { pause(time) } else { cancellation.wait(time) }
            try cancellation.check()
        }
        engine.check = TransitBundle.check
        engine.progress = { [self] step in
            try cancellation.check()
            tell(step)
        }
        return BundleUpdate(from: address, to: path, over: source, engine)
    }

    private func tell(_ step: BundleUpdate.Step) {
        if let progress = BundleUpdateProgress(step) { listeners.tell(progress) }
    }
}

/// The public half of the Ed25519 key with which a publisher signs manifests.
///
/// ```swift
/// var settings = BundleUpdater.Settings()
/// settings.keys = [try ManifestKey(text)]
/// ```
public struct ManifestKey: Sendable {
    let key: VerifyingKey

    /// Reads a key: 32 bytes in base64, as in the `.pub` file that `gtfs keygen` writes.
    ///
    /// - Throws: `BundleUpdateFailure` when the text is not a key.
    public init(_ text: String) throws {
        guard let key = Base64Key.bytes(text).flatMap(VerifyingKey.init(bytes:)) else {
            throw BundleUpdateFailure(.unusableKey, "the key is not 32 bytes in base64")
        }
        self.key = key
    }
}

extension TransitClient {
    /// A key that signs manifests, under a name that nothing else shadows.
    public typealias KeyOfManifests = ManifestKey
}
