public import Foundation
public import Logging
public import Observation
public import TransitModel

/// The screen about a stop: what it is, what it contains, which routes call there and what leaves
/// next.
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class StopDetailsModel {
    /// The stop, in the language of the screen once details are loaded.
    public private(set) var stop: Stop
    /// The content of the stop, and the routes that call there.
    public private(set) var details: LoadState<StopDetails> = .loading
    /// The next departures, by time.
    public private(set) var departures: LoadState<[Departure]> = .loading

    /// Where the last answer came from; nil until there is one.
    public private(set) var origin: AnswerOrigin?

    private let screen: ScreenSource
    /// The stop as published, for asking questions.
    private var published: Stop
    private var departureCount = 20
    private let log: Logger

    /// - Parameters:
    ///   - stop: the stop from a search or a list.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - log: where events go.
    public init(
        stop: Stop, source: any TransitSource, language: String? = nil,
        log: Logger = Logger(label: "TransitViewModels")
    ) {
        self.stop = stop
        self.log = log
        screen = ScreenSource(source: source, language: language)
        published = stop
    }

    /// The name of the stop.
    public var title: String { stop.stopName }
    /// The place with four decimals; empty when the feed gives none.
    public var coordinatesText: String { stop.coordinatesText }
    /// Accessible, Not Accessible or Unknown, after inheritance from the station.
    public var accessibilityText: String { stop.accessibility.displayName }
    /// The text of the share sheet.
    public var shareText: String { stop.shareText }
    /// The routes that call here, by type.
    public var routeGroups: [RouteGroup] { RouteGroup.grouping(details.value?.routes ?? []) }

    /// Reads everything that the screen shows.
    public func load(at now: Date = Date()) async {
        log.info(
            "stop_details_viewed",
            metadata: ["stop_id": "\(published.sid)", "stop_name": "\(published.stopName)"])
        details = .loading
        await read(at: now)
    }

    /// Reads the screen again whenever the source has newer data; run it in a task of the screen,
    /// with which it ends.
    public func follow() async {
        for await _ in screen.changes() {
            do {
                published = try await screen.source.current(published)
                await read(at: Date())
            } catch {
                details = .failed(error.localizedDescription)
            }
        }
    }

    private func read(at now: Date) async {
        (details, origin) = await screen.reading(origin) { [published] in
            try await $0.details(of: published)
        }
        if let shown = details.value?.stop { stop = shown }
        await refreshDepartures(at: now, count: departureCount)
    }

    /// Reads the next departures. The old ones stay until the answer arrives.
    public func refreshDepartures(at now: Date = Date(), count: Int = 20) async {
        departureCount = count
        (departures, origin) = await screen.reading(origin) { [published] in
            try await $0.nextDepartures(
                from: [published], at: now, count: count, matching: .all)
        }
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
