public import Observation
public import TransitModel

/// A search as the user types.
///
/// ```swift
/// let model = SearchModel(source: source)
/// model.searchText = "south"
/// await model.searchFinished()
/// let stops = model.results.value?.stops.map(\.stop.stopName)  // ["South Beach"]
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public class SearchModel: ScreenModel {
    /// The typed text. Setting it starts a search and ends the previous one.
    public var searchText = "" {
        didSet {
            if searchText != oldValue { startSearch() }
        }
    }
    /// The results of the last search; empty when nothing is typed. While a search runs, the
    /// previous results stay, so that the list does not flicker with each key.
    public private(set) var results: LoadState<SearchResults> = .loaded(SearchResults(text: ""))
    /// Whether a search is running whose results are not shown yet.
    public private(set) var isSearching = false

    private let pause: Duration
    private var search: Task<Void, Never>?

    /// - Parameters:
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    ///   - pause: how long the user must have stopped typing before a search begins.
    public init(
        source: any TransitSource, language: String? = nil, words: RiderWords? = nil,
        pause: Duration = .milliseconds(100)
    ) {
        self.pause = pause
        super.init(source: source, language: language, words: words)
    }

    /// Makes the first search as fast as later ones, and repeats the current one.
    override func read() async {
        // If this fails, the search reports it.
        _ = await outcome { try await $0.prepareSearch() }
        if isTyped, !Task.isCancelled { await find(searchText, after: .zero) }
    }

    /// Waits for the search that typing has started.
    public func searchFinished() async {
        await search?.value
    }

    private var isTyped: Bool { !searchText.allSatisfy(\.isWhitespace) }

    private func startSearch() {
        search?.cancel()
        isSearching = isTyped
        guard isTyped else {
            search = nil
            results = .loaded(SearchResults(text: searchText))
            return
        }
        search = Task { [searchText, pause] in await find(searchText, after: pause) }
    }

    private func find(_ text: String, after pause: Duration) async {
        let found = await outcome { source in
            if pause > .zero { try await Task.sleep(for: pause) }
            return SearchResults(
                text: text,
                stops: try await source.hits(matching: text),
                routes: try await source.routes(matching: text).unlike(\.listLine))
        }
        // A later search owns the screen now.
        guard !Task.isCancelled, text == searchText else { return }
        let before = results
        // The results of another text are no answer to this one.
        if case .failed = found, before.value?.text != text { results = .loading }
        results.take(found, after: before, in: words)
        note(found)
        isSearching = false
    }
}

/// The results of a search.
public struct SearchResults: Equatable, Sendable {
    /// The searched text.
    public var text: String
    /// The stops, the best first, each with its routes and place: these tell four "Main St" apart.
    public var stops: [StopHit]
    /// The routes, the best first; of those that look the same in a list, only the first.
    public var routes: [Route]

    /// Creates search results.
    public init(text: String, stops: [StopHit] = [], routes: [Route] = []) {
        self.text = text
        self.stops = stops
        self.routes = routes
    }

    /// Whether nothing was found.
    public var isEmpty: Bool { stops.isEmpty && routes.isEmpty }
}
