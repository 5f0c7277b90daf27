public import Foundation
public import Observation
public import TransitModel

/// The common part of all screens: it reads them, follows their source and the clock, and reports
/// how the last question went.
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public class ScreenModel {
    /// Where the last answer came from; nil until there is one.
    public private(set) var origin: AnswerOrigin?
    /// The reason why the last question had no answer; nil when it had one. What was shown before
    /// stays.
    public private(set) var error: (any Error)?
    /// The time that separates past from future on the screen: the time of the last reading, moved
    /// on by ``follow()`` as time passes.
    public private(set) var clock = Date()
    /// The state of the live data on the screen; nil where the source has none.
    public private(set) var realtime: RealtimeState?

    /// Whether the source has had newer data since: keys may have been reassigned, so only ids
    /// identify things.
    private(set) var hasChanged = false
    /// The texts for riders on the screen.
    public let words: RiderWords
    private let source: any TransitSource
    private let language: String?

    init(source: any TransitSource, language: String?, words: RiderWords?) {
        self.words = words ?? language.map { RiderWords(for: $0) } ?? .english
        self.source = source
        self.language = language
    }

    /// How fresh the live data on the screen is, such as "Live, as of 08:04", in ``words``; nil where the
    /// source has none.
    public var realtimeText: String? { realtime.flatMap { $0.text(in: words, timeZone: timeZone) } }

    var timeZone: TimeZone { .current }

    /// Reads everything that the screen shows. Existing content stays until the answers arrive, and
    /// if none arrive.
    public func load(at now: Date = Date()) async {
        clock = now
        await read()
    }

    /// Reads the screen again whenever the source has newer data, and moves its clock on. Run it in
    /// a task that ends with the screen.
    ///
    /// ```swift
    /// let following = Task { await model.follow() }  // reads again when the source has changed
    /// following.cancel()  // when the screen disappears
    /// await following.value
    /// ```
    public func follow() async {
        let changes = source.changes()
        async let passing: Void = followClock()
        for await _ in changes {
            hasChanged = true
            clock = Date()
            await read()
        }
        await passing
    }

    private func followClock() async {
        while !Task.isCancelled, let next = nextPassing {
            if next <= Date() {
                clock = Date()
                await timePassed()
            }
            // Another answer may arrive meanwhile, so the next look is soon.
            let wait = max(nextPassing?.timeIntervalSinceNow ?? 0, 0)
            do {
                try await Task.sleep(for: .seconds(min(wait + 0.05, 5)))
            } catch {
                return
            }
        }
    }

    func read() async {}

    /// The first instant from ``clock`` on at which the screen changes because time has passed; nil
    /// for a screen that never does.
    var nextPassing: Date? { nil }

    func timePassed() async {}

    func asking<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> Outcome<Value> {
        let outcome = await self.outcome(of: questions)
        note(outcome)
        return outcome
    }

    /// - Parameter isNoted: whether this becomes the last outcome.
    func askingLive<Value: Sendable>(
        isNoted: Bool = true, _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> Outcome<Value> {
        let outcome = await self.outcome { source in
            (value: try await questions(source), state: try await source.realtimeState())
        }
        if isNoted { note(outcome) }
        if case .answered(let answer) = outcome { realtime = answer.value.state }
        return outcome.map(\.value)
    }

    /// The next instant at which live data on the screen becomes stale, or too old to count; nil
    /// without any.
    var nextAging: Date? {
        guard let at = realtime?.at else { return nil }
        return [RealtimeState.Kind.tripUpdates, .alerts].flatMap { [$0.liveAge, $0.goodAge] }
            .sorted().map { at.addingTimeInterval($0 + 1) }.first { $0 > clock }
    }

    func outcome<Value: Sendable>(
        of questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> Outcome<Value> {
        do {
            var spoken = source
            if let language { spoken = try await source.speaking(language) }
            return .answered(try await spoken.answering(questions))
        } catch {
            // A task that ends is no failure, whatever error the source makes of it.
            return Task.isCancelled || error is CancellationError ? .cancelled : .failed(error)
        }
    }

    /// Records how a question went. When there is no answer, the known origin stays.
    func note<Value>(_ outcome: Outcome<Value>) {
        switch outcome {
        case .answered(let answer): (origin, error) = (answer.origin, nil)
        case .failed(let error): self.error = error
        case .cancelled: break
        }
    }
}

extension TransitSource {
    /// The stop as the source now has it; identified by its id, because keys may have been
    /// reassigned.
    func current(_ stop: Stop) async throws -> Stop {
        stop.stopID.isEmpty
            ? try await self.stop(sid: stop.sid) : try await self.stop(id: stop.stopID)
    }

    func current(_ route: Route) async throws -> Route {
        route.routeID.isEmpty
            ? try await self.route(rid: route.rid) : try await self.route(id: route.routeID)
    }
}
