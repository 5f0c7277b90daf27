public import Foundation
public import Observation
public import TransitBundle

/// The first screen: what feed it is and how long it is valid, search as the user types, and what is
/// nearby.
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class HomeModel {
    /// The feed: its publisher, validity and whom to name.
    public private(set) var feed: LoadState<FeedDescription> = .loading
    /// "Feed expires in 3 days"; nil until the feed is read, or when it has no end.
    public private(set) var expiryText: String?

    /// What the user has typed. Setting it starts a search and ends the one before.
    public var searchText = "" {
        didSet {
            if searchText != oldValue { startSearch() }
        }
    }
    /// What the last search found; nothing when nothing is typed.
    public private(set) var results: LoadState<SearchResults> = .loaded(SearchResults(text: ""))

    /// The stops around the user, the nearest first.
    public private(set) var nearby: LoadState<[NearbyStop]> = .loaded([])

    private let bundle: TransitBundle
    private let language: String?
    private let pause: Duration
    private var search: Task<Void, Never>?

    /// - Parameters:
    ///   - language: of the names to show; nil for names as published.
    ///   - pause: how long the user must have stopped typing before a search begins.
    public init(
        bundle: TransitBundle, language: String? = nil, pause: Duration = .milliseconds(100)
    ) {
        self.bundle = bundle
        self.language = language
        self.pause = pause
    }

    /// Reads what the screen shows at first.
    public func load(at now: Date = Date()) async {
        feed = .loading
        feed = await .reading { [bundle, language] in
            try await bundle.shown(try await bundle.feed(), in: language) {
                try await $0.translated($1)
            }
        }
        // Where this fails, the search reports it.
        try? await bundle.prepareSearch()
        expiryText = feed.value?.validity.expiryText(on: bundle.date(at: now))
    }

    /// Looks for stops around a place.
    public func showStops(near place: Coordinate, count: Int = 20) async {
        nearby = .loading
        nearby = await .reading { [bundle, language] in
            let stops = try await bundle.stops(near: place, count: count)
            return try await bundle.shown(stops, in: language) { try await $0.translated($1) }
        }
    }

    /// Waits for the search that runs now.
    public func searchFinished() async {
        await search?.value
    }

    private func startSearch() {
        search?.cancel()
        let text = searchText
        guard !text.allSatisfy(\.isWhitespace) else {
            search = nil
            results = .loaded(SearchResults(text: text))
            return
        }
        results = .loading
        search = Task { [bundle, language, pause] in
            let found: LoadState<SearchResults> = await .reading {
                if pause > .zero { try await Task.sleep(for: pause) }
                let stops = try await bundle.stops(matching: text)
                let routes = try await bundle.routes(matching: text)
                return SearchResults(
                    text: text,
                    stops: try await bundle.shown(stops, in: language) {
                        try await $0.translated($1)
                    },
                    routes: try await bundle.shown(routes, in: language) {
                        try await $0.translated($1)
                    })
            }
            // A later search owns the screen now.
            if !Task.isCancelled { self.results = found }
        }
    }
}

/// What a search found.
public struct SearchResults: Equatable, Sendable {
    /// What was searched for.
    public var text: String
    public var stops: [Stop]
    public var routes: [Route]

    public init(text: String, stops: [Stop] = [], routes: [Route] = []) {
        self.text = text
        self.stops = stops
        self.routes = routes
    }

    public var isEmpty: Bool { stops.isEmpty && routes.isEmpty }
}
