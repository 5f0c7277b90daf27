public import Foundation
public import Logging
import SystemLayer
import TransitAPI

/// Watches whether a server answers: pings it at once and then every second, for as long as somebody
/// wants to know.
///
/// ```swift
/// for await state in monitor.states() { banner.isHidden = state == .reachable }
/// ```
///
/// One ping is on its way at a time, and nothing is tried twice or taken from a cache. It counts as
/// answered only by status 200 and the body that this API has for it, `{"data":{"message":...}}`: the
/// page of a captive portal comes with status 200 too. Nobody listening, no pings; in the background
/// of iOS none either.
public final class ConnectionMonitor: Sendable {
    /// What is known of the server.
    public enum State: String, Hashable, Sendable {
        /// Nothing yet: the first ping is on its way.
        case checking
        /// The last ping was answered as it should be.
        case reachable
        /// The last ping had no answer, or none in time.
        case unreachable
        /// Somebody else answers: another status, a redirect, a page, a certificate not to be trusted.
        case badAnswer
    }

    /// Why there are no pings although somebody listens.
    enum Pause {
        /// The app wants it.
        case asked
        /// The app is in the background.
        case background
    }

    private struct Watch: Sendable {
        var state = State.checking
        var listeners: [UUID: AsyncStream<State>.Continuation] = [:]
        var pauses: Set<Pause> = []
        /// What pings now.
        var pinging: Task<Void, Never>?
        /// What pinged before, and may have a request that still winds down.
        var ending: Task<Void, Never>?
        /// Which of the tasks that ping may say something: the last.
        var round = 0
        /// What waits for the app to come and go.
        var application: Task<Void, Never>?
    }

    private let watch = Locked(Watch())
    private let request: TransportRequest
    private let transport: any Transport
    private let interval: Duration
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let log: Logger

    /// A monitor, which does nothing until somebody listens.
    ///
    /// - Parameters:
    ///   - server: the address of the server; `/api/v1` at its end is left out.
    ///   - transport: what sends the pings.
    ///   - interval: the time from one ping to the next.
    ///   - timeout: how long an answer may take; shorter than the interval.
    ///   - clock: by which both are measured.
    ///   - log: where changes are told.
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

    /// What is known now; `checking` while nobody listens.
    public var state: State { watch.withLock { $0.state } }

    /// The state, at once and whenever it changes. It ends with the task that waits for it.
    ///
    /// Who is slow gets the newest state, not all that were between.
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
            // Whoever comes in an hour must not be told what was true now.
            watch.state = .checking
            watch.application?.cancel()
            watch.application = nil
        }
    }

    /// Ends the pings until `resume()`; listeners keep what they know.
    public func pause() { pause(.asked) }

    /// Pings again, at once.
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
                // What was paused before it began must not send anything.
                try Task.checkCancellation()
                async let next: Void = clock.sleep(for: interval)
                await pingOnce(in: round)
                try await next
            }
        } catch {
            // The clock stops waiting when the task is cancelled: nobody listens any more.
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
            // Told before what comes too late has wound down; what that says is not listened to.
            if let state = await group.next() ?? nil { tell(state, in: round) }
            group.cancelAll()
        }
    }

    /// What the answer to a ping means; nil where it was cancelled.
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
    /// What watches the connection, by a name that no other hides.
    public typealias Monitor = ConnectionMonitor
}
