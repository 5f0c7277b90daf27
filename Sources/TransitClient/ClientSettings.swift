public import Foundation
public import Logging
public import Metrics

/// How a ``TransitClient`` asks. The defaults suit most apps.
///
/// ```swift
/// var settings = ClientSettings()
/// settings.timeout = .seconds(5)
/// settings.cache.expiry = .seconds(60)
/// let client = TransitClient(server, transport: transport, settings: settings)
/// let answer = try await client.answering { try await $0.feed() }
/// ```
public struct ClientSettings: Sendable {
    /// The time to wait for the head of an answer, or for the next part of its body; 10 s.
    public var timeout: Duration = .seconds(10)
    /// The time that a question may take in total, including further attempts; 30 s.
    public var deadline: Duration = .seconds(30)
    /// The maximum number of times that a question is sent; 3.
    public var attempts = 3
    /// The longest pause before the second attempt; the actual one is random, and the bound doubles
    /// with each attempt. 500 ms.
    public var pause: Duration = .milliseconds(500)
    /// The maximum size of an answer in bytes, unpacked; 64 MB.
    public var mostBytes = 64 << 20
    /// The interval at which the server is asked for its version while a caller waits for changes;
    /// 60 s. With nil it is never asked, and only other answers reveal the version.
    public var versionInterval: Duration? = .seconds(60)
    /// The same interval for a server with live data, where a change also means that there may be
    /// newer live data; 15 s.
    public var realtimeInterval: Duration = .seconds(15)
    /// How answers are cached.
    public var cache = CacheSettings()
    /// The source of bearer tokens; nil for a server that requires none.
    public var tokens: (any TokenProvider)?
    /// Whether tokens may go over `http` to other machines, where everybody on the way can read
    /// them.
    public var allowsTokensOverHTTP = false
    /// The secret for signing requests, see `schema/api.md`; nil to sign none.
    public var signingKey: Data?
    /// Whether connections that cost money, and low-data mode, may be used.
    public var allowsExpensiveNetwork = true
    /// Logs a line for each request: successful ones at level `debug`, others at `notice`.
    public var log = Logger(label: "transit.client")
    /// Receives the timer `transit_client_request`; nil for the system that swift-metrics is set up
    /// with.
    public var metrics: (any MetricsFactory)?
    /// The clock of the client.
    public var clock = ClientClock.system
    /// Returns a random number from 0 up to, but not including, 1.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default settings.
    public init() {}
}

/// The settings of a client's cache: its contents, and when it answers.
public struct CacheSettings: Sendable {
    /// When an outdated answer is better than none.
    public enum StaleAnswers: Sendable {
        /// Never.
        case never
        /// When no answer from the server arrives.
        case whenUnreachable
        /// Also when the server fails, or accepts no more questions.
        case whenFailing
    }

    /// How long an answer is valid if it does not say; 300 s.
    public var expiry: Duration = .seconds(300)
    /// The maximum number of bytes to keep in memory; 8 MB. 0 keeps nothing there.
    public var mostBytesInMemory = 8 << 20
    /// A folder in which answers outlive the process, for example in the caches folder; nil for
    /// none. It belongs to one client at a time; other files in it are left alone.
    public var folder: URL?
    /// The maximum number of bytes to keep in the folder; 64 MB.
    public var mostBytesOnDisk = 64 << 20
    /// When an outdated answer is better than none.
    public var staleAnswers = StaleAnswers.whenUnreachable

    /// Creates the default settings.
    public init() {}
}

/// The time of a client; tests set their own.
public struct ClientClock: Sendable {
    /// The time that the clock shows, which may be wrong and may jump.
    public var now: @Sendable () -> Date
    /// A time that only grows, even while the machine sleeps.
    public var uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` as soon as the task is canceled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock.
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

extension TransitClient {
    /// The settings of a client, under a name that nothing else shadows.
    public typealias Settings = ClientSettings
    /// Its cache settings, under a name that nothing else shadows.
    public typealias Caching = CacheSettings
    /// Its clock, under a name that nothing else shadows.
    public typealias Clock = ClientClock
}
