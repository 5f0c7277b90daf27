import Foundation
public import Logging
public import Observation
public import TransitModel

/// The list of routes: sections by type, each with its color and count.
///
/// ```swift
/// let model = RouteListModel(source: source)
/// await model.load()
/// let count = model.routeCount  // 8
/// let titles = model.groups.value?.map(\.title)
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class RouteListModel {
    /// Train, Metro, Bus, Ferry, Tram, then the other types by name; types without routes are left
    /// out.
    public private(set) var groups: LoadState<[RouteGroup]> = .loading
    /// Where the last answer came from; nil until there is one.
    public var origin: AnswerOrigin? { status.origin }
    /// The reason why the last question had no answer; nil when it had one. What was shown before
    /// stays.
    public var error: (any Error)? { status.error }

    private var status = ScreenStatus()
    private let screen: ScreenSource
    private let log: Logger

    /// - Parameters:
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the words of texts; nil for those of the language.
    ///   - log: where events go.
    public init(
        source: any TransitSource, language: String? = nil, words: RiderWords? = nil,
        log: Logger = Logger(label: "TransitViewModels")
    ) {
        screen = ScreenSource(source: source, language: language, words: words)
        self.log = log
    }

    /// The number of routes in all groups.
    public var routeCount: Int { groups.value?.reduce(0) { $0 + $1.count } ?? 0 }

    /// Reads the routes.
    public func load() async {
        groups.startLoading()
        await read()
    }

    /// Reads the routes again whenever the source has newer data; run it in a task of the screen,
    /// with which it ends.
    ///
    /// ```swift
    /// let following = Task { await model.follow() }  // reads again when the source has changed
    /// following.cancel()  // when the screen disappears
    /// await following.value
    /// ```
    public func follow() async {
        for await _ in screen.changes() { await read() }
    }

    private func read() async {
        log.info("route_list_loading")
        let read = await screen.reading { [screen] in
            RouteGroup.grouping(try await $0.routes(), in: screen.words)
        }
        groups.take(read, in: screen.words)
        status.take(read)
        switch read {
        case .answered:
            log.info("route_list_loaded", metadata: ["count": "\(routeCount)"])
        case .failed(let error):
            let reason =
                (error as? any UserFacingError)?.debugDescription ?? error.localizedDescription
            log.error("route_list_load_failed", metadata: ["error": "\(reason)"])
        case .cancelled: break
        }
    }
}
