public import Foundation
public import Logging
public import Metrics

/// How a ``TransitClient`` asks. What is usual is right for most apps.
public struct ClientSettings: Sendable {
    /// How long the head of an answer, or the next part of its body, is awaited; 10 s.
    public var timeout: Duration = .seconds(10)
    /// How long a question may take in all, with its further attempts; 30 s.
    public var deadline: Duration = .seconds(30)
    /// How often a question is sent at most; 3.
    public var attempts = 3
    /// The pause before the second attempt is random and at most so long; it doubles from one attempt
    /// to the next. 500 ms.
    public var pause: Duration = .milliseconds(500)
    /// How many bytes an answer may have, unpacked; 64 MB.
    public var mostBytes = 64 << 20
    /// How often the server is asked which version it has, while somebody waits for changes; 60 s, and
    /// nil for never: then only other answers tell.
    public var versionInterval: Duration? = .seconds(60)
    /// What is kept of answers.
    public var cache = CacheSettings()
    /// Where bearer tokens come from; nil for a server that wants none.
    public var tokens: (any TokenProvider)?
    /// Whether tokens may go over `http` to other machines, where everybody on the way reads them.
    public var allowsTokensOverHTTP = false
    /// The secret that requests are signed with, see `schema/api.md`; nil to sign none.
    public var signingKey: Data?
    /// False where nothing may be sent over connections that cost, or in low-data mode.
    public var allowsExpensiveNetwork = true
    /// Where each request becomes a line: those that succeed at level `debug`, others at `notice`.
    public var log = Logger(label: "transit.client")
    /// Where the timer `transit_client_request` goes; nil for what swift-metrics was told to use.
    public var metrics: (any MetricsFactory)?
    /// The clock.
    public var clock = ClientClock.system
    /// A random number from 0 up to, but not including, 1.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// What is usual.
    public init() {}
}

/// What a client keeps of answers, and when it answers from that.
public struct CacheSettings: Sendable {
    /// When an answer that is too old is still better than none.
    public enum StaleAnswers: Sendable {
        /// Never.
        case never
        /// When no answer of the server arrives.
        case whenUnreachable
        /// Also when the server fails, or takes no more questions.
        case whenFailing
    }

    /// How long an answer holds that does not say so itself; 300 s.
    public var expiry: Duration = .seconds(300)
    /// How many bytes are kept in memory; 8 MB. 0 keeps nothing there.
    public var mostBytesInMemory = 8 << 20
    /// A folder in which answers outlive the process, such as one in the folder for caches; nil for
    /// none. It belongs to one client at a time, and what else is in it stays as it is.
    public var folder: URL?
    /// How many bytes are kept in the folder; 64 MB.
    public var mostBytesOnDisk = 64 << 20
    /// When an answer that is too old is still better than none.
    public var staleAnswers = StaleAnswers.whenUnreachable

    /// What is usual.
    public init() {}
}

/// The time of a client; tests turn the hands of their own.
public struct ClientClock: Sendable {
    /// What the clock shows, which may be wrong and may jump.
    public var now: @Sendable () -> Date
    /// For how long something has run, which only grows, also while the machine sleeps.
    public var uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    private static let start = ContinuousClock.now

    /// The clock of the machine.
    public static let system = ClientClock(
        now: { Date() }, uptime: { ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: $0) })
}

extension Duration {
    /// In seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

extension TransitClient {
    /// How it asks, by a name that no other hides.
    public typealias Settings = ClientSettings
    /// What it keeps, by a name that no other hides.
    public typealias Caching = CacheSettings
    /// Its time, by a name that no other hides.
    public typealias Clock = ClientClock
}
