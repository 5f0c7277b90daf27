public import Foundation
public import Logging
public import Observation
import SystemLayer
import TransitAPI

/// Watches whether a server answers: pings it at once and then every second, as long as a caller
/// listens.
///
/// ```swift
/// let monitor = ConnectionMonitor(server, transport: transport)
/// var seen: [ConnectionMonitor.State] = []
/// for await state in monitor.states() {
///     seen.append(state)
///     if state == .reachable { break }
/// }
/// ```
///
/// There is one ping at a time, without further attempts and without a cache. It counts as answered
/// only with status 200 and this API's body for it, `{"data":{"message":...}}`, because the page of
/// a captive portal also has status 200. There are no pings without a listener, or while the app is
/// in the background on iOS.
public final class ConnectionMonitor: Sendable {
    /// The known state of the server.
    public enum State: String, Hashable, Sendable {
        /// Unknown: the first ping is under way.
        case checking
        /// The last ping was answered as expected.
        case reachable
        /// The last ping got no answer, or none in time.
        case unreachable
        /// Something else answers: another status, a redirect, a page, an untrusted certificate.
        case badAnswer
    }

    enum Pause {
        case asked
        case background
    }

    private struct Watch: Sendable {
        var state = State.checking
        var listeners: [UUID: AsyncStream<State>.Continuation] = [:]
        var pauses: Set<Pause> = []
        var pinging: Task<Void, Never>?
        var ending: Task<Void, Never>?
        /// The number of the latest pinging task; only that task may report.
        var round = 0
        var application: Task<Void, Never>?
    }

    private let watch = Locked(Watch())
    private let request: TransportRequest
    private let transport: any Transport
    private let interval: Duration
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let log: Logger

    /// Creates a monitor that does nothing until a caller listens.
    ///
    /// - Parameters:
    ///   - server: the address of the server; a trailing `/api/v1` is removed.
    ///   - transport: sends the pings.
    ///   - interval: the time from one ping to the next.
    ///   - timeout: how long an answer may take; must be shorter than the interval.
    ///   - clock: measures both times.
    ///   - log: logs changes.
    public init(
        _ server: URL, transport: any Transport, interval: Duration = .seconds(1),
        timeout: Duration = .milliseconds(900), clock: any Clock<Duration> = ContinuousClock(),
        log: Logger = Logger(label: "TransitClient")
    ) {
        request = TransportRequest(
            url: ServerAddress(server).url(of: .ping) ?? server,
            headers: ["accept": "application/json", "cache-control": "no-cache"],
            timeout: timeout)
        self.transport = transport
        self.interval = interval
        self.timeout = timeout
        self.clock = clock
        self.log = log
    }

    /// The current state; `checking` without a listener.
    public var state: State { watch.withLock { $0.state } }

    /// Yields the state, at once and whenever it changes. The stream ends with the task that waits
    /// for it.
    ///
    /// A slow listener gets the newest state and misses those in between.
    public func states() -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: State.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        continuation.onTermination = { _ in self.leave(id) }
        watch.withLock { watch in
            watch.listeners[id] = continuation
            continuation.yield(watch.state)
            start(&watch)
        }
        return stream
    }

    private func leave(_ id: UUID) {
        watch.withLock { watch in
            watch.listeners[id] = nil
            guard watch.listeners.isEmpty else { return }
            stop(&watch)
            // A listener that comes in an hour must not get the present state.
            watch.state = .checking
            watch.application?.cancel()
            watch.application = nil
        }
    }

    /// Stops the pings until `resume()`; listeners keep what they know.
    public func pause() { pause(.asked) }

    /// Starts pinging again, at once.
    public func resume() { resume(.asked) }

    func pause(_ reason: Pause) {
        watch.withLock { watch in
            watch.pauses.insert(reason)
            stop(&watch)
        }
    }

    func resume(_ reason: Pause) {
        watch.withLock { watch in
            watch.pauses.remove(reason)
            start(&watch)
        }
    }

    private func start(_ watch: inout Watch) {
        guard !watch.listeners.isEmpty else { return }
        #if canImport(UIKit) && !os(watchOS)
            if watch.application == nil {
                watch.application = Task { await self.followApplication() }
            }
        #endif
        guard watch.pauses.isEmpty, watch.pinging == nil else { return }
        watch.round += 1
        watch.pinging = Task { [round = watch.round, ending = watch.ending] in
            await ending?.value
            await self.ping(in: round)
        }
    }

    private func stop(_ watch: inout Watch) {
        guard let pinging = watch.pinging else { return }
        pinging.cancel()
        watch.ending = pinging
        watch.pinging = nil
        watch.round += 1
    }

    // MARK: Pings

    private func ping(in round: Int) async {
        do {
            while true {
                // A task that was paused before it began must not send anything.
                try Task.checkCancellation()
                async let next: Void = clock.sleep(for: interval)
                await pingOnce(in: round)
                try await next
            }
        } catch {
            // The clock stops waiting when the task is cancelled, as the last listener has gone.
            return
        }
    }

    private func pingOnce(in round: Int) async {
        await withTaskGroup(of: State?.self) { group in
            group.addTask { await self.answer() }
            group.addTask {
                do {
                    try await self.clock.sleep(for: self.timeout)
                    return .unreachable
                } catch {
                    return nil
                }
            }
            // Reported before a late ping has wound down; its result is ignored.
            if let state = await group.next() ?? nil { tell(state, in: round) }
            group.cancelAll()
        }
    }

    private func answer() async -> State? {
        do {
            let response = try await transport.send(request)
            guard response.status == 200 else { return .badAnswer }
            return try await PlainMessage.text(of: response.body) == nil ? .badAnswer : .reachable
        } catch let error as TransportError {
            switch error.kind {
            case .unreachable, .cut, .timeout: return .unreachable
            case .untrusted, .malformed: return .badAnswer
            }
        } catch {
            return Task.isCancelled ? nil : .unreachable
        }
    }

    private func tell(_ state: State, in round: Int) {
        let isNew = watch.withLock { watch in
            guard watch.round == round, watch.state != state else { return false }
            watch.state = state
            for listener in watch.listeners.values { listener.yield(state) }
            return true
        }
        if isNew { log.info("Connection changed", metadata: ["state": "\(state.rawValue)"]) }
    }
}

extension TransitClient {
    /// Watches the connection, under a name that nothing else shadows.
    public typealias Monitor = ConnectionMonitor
}

#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit

    extension ConnectionMonitor {
        func followApplication() async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let events = NotificationCenter.default.notifications(
                        named: UIApplication.didEnterBackgroundNotification)
                    for await _ in events { self.pause(.background) }
                }
                group.addTask {
                    let events = NotificationCenter.default.notifications(
                        named: UIApplication.willEnterForegroundNotification)
                    for await _ in events { self.resume(.background) }
                }
            }
        }
    }
#endif

/// Whether the server answers, for a screen.
///
/// ```swift
/// let connection = ConnectionModel(monitor)
/// connection.start()  // when the screen appears
/// connection.stop()  // when it disappears
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class ConnectionModel {
    /// The known state of the server.
    public private(set) var state = ConnectionMonitor.State.checking

    /// Whether the last ping was answered with status 200 and the expected body.
    public var isConnected: Bool { state == .reachable }

    private let monitor: ConnectionMonitor
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Creates a model that does nothing until it is started.
    public init(_ monitor: ConnectionMonitor) {
        self.monitor = monitor
    }

    deinit {
        task?.cancel()
    }

    /// Begins to watch when the screen appears.
    public func start() {
        guard task == nil else { return }
        task = Task { [monitor, weak self] in
            for await state in monitor.states() {
                guard !Task.isCancelled else { return }
                self?.state = state
            }
        }
    }

    /// Stops watching when the screen disappears. The last known state stays.
    public func stop() {
        task?.cancel()
        task = nil
    }
}

@available(iOS 17, macOS 14, *)
extension TransitClient {
    /// The state of the connection for a screen, under a name that nothing else shadows.
    public typealias Connection = ConnectionModel
}
