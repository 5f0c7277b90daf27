public import Observation
public import TransitModel

/// The first run of an app, which has no data yet: a download with its progress, and another
/// attempt when it fails.
///
/// ```swift
/// let first = FirstDownloadModel { progress in
///     progress(0.5)
///     return source  // downloaded and opened
/// }
/// await first.load()
/// let isReady = first.source != nil  // true
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class FirstDownloadModel {
    /// Creates the source of the app's screens; calls its argument with the fraction of the work
    /// that is done, from 0 to 1.
    public typealias Download =
        @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws ->
        any TransitSource

    /// The states of a first run.
    public enum State: Sendable {
        /// Nothing has been tried, or the last attempt was canceled.
        case waiting
        /// The download is under way; `fraction` is nil while its progress is unknown.
        case downloading(fraction: Double?)
        /// There is data for the screens.
        case ready(any TransitSource)
        /// There is no data; the error says why.
        case failed(any Error)
    }

    /// The state of the first run.
    public private(set) var state = State.waiting

    private let download: Download

    /// - Parameter download: downloads the data, or opens those that are there already.
    public init(download: @escaping Download) {
        self.download = download
    }

    /// The source of the screens; nil until it is ready.
    public var source: (any TransitSource)? {
        if case .ready(let source) = state { source } else { nil }
    }

    /// The reason why the last attempt failed; nil if it did not fail.
    public var error: (any Error)? {
        if case .failed(let error) = state { error } else { nil }
    }

    /// Downloads the data, unless that is done or under way. The end of the task is not a failure:
    /// the next attempt continues.
    public func load() async {
        switch state {
        case .downloading, .ready: return
        case .waiting, .failed: state = .downloading(fraction: nil)
        }
        let (steps, progress) = AsyncStream.makeStream(
            of: Double.self, bufferingPolicy: .bufferingNewest(1))
        async let source: any TransitSource = { [download] in
            defer { progress.finish() }
            return try await download { progress.yield($0) }
        }()
        for await fraction in steps { state = .downloading(fraction: fraction) }
        do {
            state = .ready(try await source)
        } catch {
            state = Task.isCancelled || error is CancellationError ? .waiting : .failed(error)
        }
    }

    /// Tries again, for a button: the attempt does not end with the screen.
    public func retry() {
        Task { await load() }
    }
}
