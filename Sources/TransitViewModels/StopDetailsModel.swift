public import Foundation
public import Logging
public import Observation
public import TransitModel

/// The screen about a stop: what it is, what it contains, which routes call there and what leaves
/// next. While the screen is followed, departures disappear on time and later ones move up.
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
public final class StopDetailsModel: ScreenModel {
    /// The stop, in the language of the screen once details are loaded.
    public private(set) var stop: Stop
    /// The content of the stop, and the routes that call there.
    public private(set) var details: LoadState<StopDetails> = .loading
    /// The next departures, by expected time; canceled and skipped ones stay until their scheduled time.
    public private(set) var departures: LoadState<[StopEvent]> = .loading
    /// The alerts for the departures, the stop and the feed, the most severe first.
    public private(set) var alerts: [ServiceAlert] = []

    private var departureCount = 20
    private let log: Logger

    /// - Parameters:
    ///   - stop: the stop from a search or a list.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    ///   - log: where events go.
    public init(
        stop: Stop, source: any TransitSource, language: String? = nil, words: RiderWords? = nil,
        log: Logger = Logger(label: "TransitViewModels")
    ) {
        self.stop = stop
        self.log = log
        super.init(source: source, language: language, words: words)
    }

    /// The name of the stop.
    public var title: String { stop.stopName }
    /// The place with four decimals; empty when the feed gives none.
    public var coordinatesText: String { stop.coordinatesText }
    /// "Accessible", "Not Accessible" or "Unknown", after inheritance from the station, in ``words``.
    public var accessibilityText: String { stop.accessibility.displayName(in: words) }
    /// The text of the share sheet.
    public var shareText: String { stop.shareText(in: words) }
    /// The routes that call here, by type.
    public var routeGroups: [RouteGroup] {
        RouteGroup.grouping(details.value?.routes ?? [], in: words)
    }

    /// Logs that the stop is viewed, and reads everything that the screen shows.
    public override func load(at now: Date = Date()) async {
        log.info(
            "stop_details_viewed",
            metadata: ["stop_id": "\(stop.sid)", "stop_name": "\(stop.stopName)"])
        await super.load(at: now)
    }

    override func read() async {
        let before = details.startLoading()
        let read = await asking { [stop, hasChanged] in
            try await $0.details(of: hasChanged ? $0.current(stop) : stop)
        }
        details.take(read, after: before, in: words)
        if let shown = details.value?.stop { stop = shown }
        await refreshDepartures(at: clock, count: departureCount)
        // An answer about departures is none about the rest of the screen.
        if case .failed = read { note(read) }
    }

    /// Reads the next departures. The old ones stay until the answer arrives.
    ///
    /// ```swift
    /// await model.refreshDepartures(at: now.addingTimeInterval(3600), count: 1)
    /// let headsigns = model.departures.value?.compactMap(\.headsign)  // ["Cross Hill"]
    /// ```
    public func refreshDepartures(at now: Date = Date(), count: Int = 20) async {
        departureCount = count
        let before = departures.startLoading()
        let read = await askingLive { [stop, hasChanged] source in
            let stop = hasChanged ? try await source.current(stop) : stop
            return try await source.board(BoardQuestion(at: stop, from: now, .next(count)))
        }
        if case .answered(let answer) = read { alerts = answer.value.alerts }
        departures.take(read.map(\.events), after: before, in: words)
    }

    override var timeZone: TimeZone { departures.value?.first?.timeZone ?? super.timeZone }

    override var nextPassing: Date? {
        min(
            departures.value?.first?.expectedTime.date ?? .distantFuture,
            nextAging ?? .distantFuture)
    }

    /// Removes departures on time, even when there is no answer about later ones.
    override func timePassed() async {
        removeDeparted()
        await refreshDepartures(at: clock, count: departureCount)
        // A source whose clock is behind would be asked again and again about those.
        removeDeparted()
    }

    private func removeDeparted() {
        guard let shown = departures.value else { return }
        departures = .loaded(shown.filter { $0.expectedTime.date >= clock })
    }
}
