public import Foundation
public import Logging
public import Observation
public import TransitModel

/// The screen about a stop: what it is, what it contains, which routes call there and what leaves
/// next.
///
/// ```swift
/// let model = StopDetailsModel(stop: stop, source: source)
/// await model.load(at: now)
/// let title = model.title  // "Quayside"
/// let place = model.coordinatesText  // "-33.8615, 151.2107"
/// let next = model.departures.value?.count ?? 0  // 20
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class StopDetailsModel {
    /// The stop, in the language of the screen once details are loaded.
    public private(set) var stop: Stop
    /// The content of the stop, and the routes that call there.
    public private(set) var details: LoadState<StopDetails> = .loading
    /// The next departures, by time.
    public private(set) var departures: LoadState<[StopEvent]> = .loading

    /// Where the last answer came from; nil until there is one.
    public var origin: AnswerOrigin? { status.origin }
    /// The reason why the last question had no answer; nil when it had one. What was shown before
    /// stays.
    public var error: (any Error)? { status.error }

    private var status = ScreenStatus()
    private let screen: ScreenSource
    /// The stop as published, for asking questions.
    private var published: Stop
    private var departureCount = 20
    private let log: Logger

    /// - Parameters:
    ///   - stop: the stop from a search or a list.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the words of texts; nil for those of the language.
    ///   - log: where events go.
    public init(
        stop: Stop, source: any TransitSource, language: String? = nil,
        words: RiderWords? = nil,
        log: Logger = Logger(label: "TransitViewModels")
    ) {
        self.stop = stop
        self.log = log
        screen = ScreenSource(source: source, language: language, words: words)
        published = stop
    }

    /// The name of the stop.
    public var title: String { stop.stopName }
    /// The place with four decimals; empty when the feed gives none.
    public var coordinatesText: String { stop.coordinatesText }
    /// "Accessible", "Not Accessible" or "Unknown", after inheritance from the station, in the words
    /// of the screen.
    public var accessibilityText: String { stop.accessibility.displayName(in: screen.words) }
    /// The text of the share sheet.
    public var shareText: String { stop.shareText(in: screen.words) }
    /// The routes that call here, by type.
    public var routeGroups: [RouteGroup] {
        RouteGroup.grouping(details.value?.routes ?? [], in: screen.words)
    }

    /// Reads everything that the screen shows.
    public func load(at now: Date = Date()) async {
        log.info(
            "stop_details_viewed",
            metadata: ["stop_id": "\(published.sid)", "stop_name": "\(published.stopName)"])
        details.startLoading()
        await read(at: now)
    }

    /// Reads the screen again whenever the source has newer data, and the departures whenever one has
    /// left; run it in a task of the screen, with which it ends.
    public func follow() async {
        async let source: Void = follow(screen.changes())
        await followClock()
        await source
    }

    private func follow(_ changes: AsyncStream<Void>) async {
        for await _ in changes {
            let found = await screen.reading { [screen, published] _ in
                try await screen.source.current(published)
            }
            switch found {
            case .answered(let answer):
                published = answer.value
                await read(at: Date())
            case .failed(let error):
                details.take(.failed(error), in: screen.words)
                status.take(found)
            case .cancelled: return
            }
        }
    }

    /// Departures leave the screen on time, also when there is no answer about later ones.
    private func followClock() async {
        while !Task.isCancelled {
            if removeDeparted() {
                await refreshDepartures(at: Date(), count: departureCount)
                // A source whose clock is behind would be asked again and again about those.
                _ = removeDeparted()
            }
            // Another answer may have arrived meanwhile, so the next look is soon.
            let next = departures.value?.first?.time.timeIntervalSinceNow ?? .infinity
            do {
                try await Task.sleep(for: .seconds(min(max(next, 0) + 0.05, 5)))
            } catch {
                return
            }
        }
    }

    /// False when all that is shown has yet to leave.
    private func removeDeparted() -> Bool {
        guard let shown = departures.value else { return false }
        let now = Date()
        let later = shown.filter { $0.time >= now }
        guard later.count < shown.count else { return false }
        departures = .loaded(later)
        return true
    }

    private func read(at now: Date) async {
        let read = await screen.reading { [published] in try await $0.details(of: published) }
        details.take(read, in: screen.words)
        status.take(read)
        if let shown = details.value?.stop { stop = shown }
        await refreshDepartures(at: now, count: departureCount)
        if case .failed = read { status.take(read) }
    }

    /// Reads the next departures. The old ones stay until the answer arrives.
    ///
    /// ```swift
    /// await model.refreshDepartures(at: now.addingTimeInterval(3600), count: 1)
    /// let headsigns = model.departures.value?.compactMap(\.headsign)  // ["Cross Hill"]
    /// ```
    public func refreshDepartures(at now: Date = Date(), count: Int = 20) async {
        departureCount = count
        let read = await screen.reading { [published] in
            try await $0.nextDepartures(from: published, at: now, count: count)
        }
        departures.take(read, in: screen.words)
        status.take(read)
    }
}

extension TransitSource {
    /// The stop as the source has it now; its id identifies it, because keys may have been given
    /// out anew.
    fileprivate func current(_ stop: Stop) async throws -> Stop {
        stop.stopID.isEmpty
            ? try await self.stop(sid: stop.sid) : try await self.stop(id: stop.stopID)
    }
}
