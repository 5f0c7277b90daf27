public import Foundation
public import Observation
public import TransitModel

/// The first screen: which feed it is and how long it is valid, search as the user types, and what
/// is nearby.
///
/// ```swift
/// let home = HomeModel(source: source)
/// await home.load(at: now)
/// let publisher = home.feed.value?.info?.feedPublisherName  // "Port Lumen Transit"
/// let expiry = home.expiryText  // "Feed expires in 222 days"
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class HomeModel {
    /// The feed: its publisher, validity and credits.
    public private(set) var feed: LoadState<FeedDescription> = .loading
    /// "Feed expires in 3 days"; nil until the feed is read, or when it has no end.
    public private(set) var expiryText: String?
    /// Where the last answer came from; nil until there is one.
    public var origin: AnswerOrigin? { status.origin }
    /// The reason why the last question had no answer; nil when it had one. What was shown before
    /// stays.
    public var error: (any Error)? { status.error }

    /// The typed text. Setting it starts a search and ends the previous one.
    ///
    /// ```swift
    /// home.searchText = "south"
    /// await home.searchFinished()
    /// let stops = home.results.value?.stops.map(\.stopName)  // ["South Beach"]
    /// ```
    public var searchText = "" {
        didSet {
            if searchText != oldValue { startSearch() }
        }
    }
    /// The results of the last search; empty when nothing is typed. While a search runs, the
    /// previous results stay, so that the list does not blink at each key.
    public private(set) var results: LoadState<SearchResults> = .loaded(SearchResults(text: ""))
    /// Whether a search is running whose results are not shown yet.
    public private(set) var isSearching = false

    /// The stops around the user, the nearest first, a station standing for its platforms.
    public private(set) var nearby: LoadState<[NearbyStop]> = .loaded([])

    private var status = ScreenStatus()
    private let screen: ScreenSource
    private let pause: Duration
    private var search: Task<Void, Never>?
    private var place: (coordinate: Coordinate, count: Int)?

    /// - Parameters:
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the words of texts; nil for those of the language.
    ///   - pause: how long the user must have stopped typing before a search begins.
    public init(
        source: any TransitSource, language: String? = nil, words: RiderWords? = nil,
        pause: Duration = .milliseconds(100)
    ) {
        screen = ScreenSource(source: source, language: language, words: words)
        self.pause = pause
    }

    /// Reads the initial content of the screen.
    public func load(at now: Date = Date()) async {
        feed.startLoading()
        await read(at: now)
    }

    /// Reads the screen again whenever the source has newer data; run it in a task of the screen,
    /// with which it ends.
    public func follow() async {
        for await _ in screen.changes() {
            await read(at: Date())
            if let place { await readStops(near: place.coordinate, count: place.count) }
            if !searchText.isEmpty { startSearch() }
        }
    }

    private func read(at now: Date) async {
        let read = await screen.reading { try await $0.feed() }
        feed.take(read, in: screen.words)
        status.take(read)
        // If this fails, the search reports it.
        _ = await screen.reading { try await $0.prepareSearch() }
        expiryText = feed.value.flatMap {
            $0.validity.expiryText(on: $0.date(at: now), in: screen.words)
        }
    }

    /// Looks for stops around a place.
    ///
    /// ```swift
    /// await home.showStops(near: Coordinate(latitude: -33.8915, longitude: 151.2765), count: 1)
    /// let names = home.nearby.value?.map(\.stop.stopName)  // ["South Beach"]
    /// ```
    public func showStops(near place: Coordinate, count: Int = 20) async {
        self.place = (place, count)
        if nearby.value?.isEmpty ?? true { nearby = .loading }
        await readStops(near: place, count: count)
    }

    private func readStops(near place: Coordinate, count: Int) async {
        let found = await screen.reading { try await $0.stations(near: place, count: count) }
        nearby.take(found, in: screen.words)
        status.take(found)
    }

    /// Waits for the present search.
    public func searchFinished() async {
        await search?.value
    }

    private func startSearch() {
        search?.cancel()
        let text = searchText
        guard !text.allSatisfy(\.isWhitespace) else {
            search = nil
            isSearching = false
            results = .loaded(SearchResults(text: text))
            return
        }
        isSearching = true
        search = Task { [screen, pause] in
            let found = await screen.reading { source in
                if pause > .zero { try await Task.sleep(for: pause) }
                return SearchResults(
                    text: text,
                    stops: try await source.stops(matching: text, limit: 20),
                    routes: try await source.routes(matching: text, limit: 20))
            }
            // A later search owns the screen now.
            guard !Task.isCancelled else { return }
            // The results of another text are no answer to this one.
            if results.value?.text != text { results = .loading }
            results.take(found, in: screen.words)
            status.take(found)
            isSearching = false
        }
    }
}

/// The results of a search.
public struct SearchResults: Equatable, Sendable {
    /// The searched text.
    public var text: String
    /// The stops, the best first.
    public var stops: [Stop]
    /// The routes, the best first.
    public var routes: [Route]

    /// One that an app makes itself, for previews and tests.
    public init(text: String, stops: [Stop] = [], routes: [Route] = []) {
        self.text = text
        self.stops = stops
        self.routes = routes
    }

    /// Whether nothing was found.
    public var isEmpty: Bool { stops.isEmpty && routes.isEmpty }
}
