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
public final class RouteListModel: ScreenModel {
    /// The groups: Train, Metro, Bus, Ferry, Tram, then the other types by name; types without
    /// routes are left out.
    public private(set) var groups: LoadState<[RouteGroup]> = .loading

    private let log: Logger

    /// - Parameters:
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    ///   - log: where events go.
    public init(
        source: any TransitSource, language: String? = nil, words: RiderWords? = nil,
        log: Logger = Logger(label: "TransitViewModels")
    ) {
        self.log = log
        super.init(source: source, language: language, words: words)
    }

    /// The number of routes in all groups.
    public var routeCount: Int { groups.value?.reduce(0) { $0 + $1.count } ?? 0 }

    override func read() async {
        log.info("route_list_loading")
        let before = groups.startLoading()
        let read = await asking { [words] in try await $0.routeGroups(in: words) }
        groups.take(read, after: before, in: words)
        switch read {
        case .answered:
            log.info("route_list_loaded", metadata: ["count": "\(routeCount)"])
        case .failed(let error):
            log.error(
                "route_list_load_failed", metadata: ["error": "\(error.localizedDescription)"])
        case .cancelled: break
        }
    }
}
