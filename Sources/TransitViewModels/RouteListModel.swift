public import Observation
public import TransitBundle

/// The list of routes: sections by type, each with its colour and count.
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class RouteListModel {
    /// Train, Metro, Bus, Ferry, Tram, then the other types by name; types without routes are left
    /// out.
    public private(set) var groups: LoadState<[RouteGroup]> = .loading

    private let bundle: TransitBundle
    private let language: String?

    /// - Parameter language: of the names to show; nil for names as published.
    public init(bundle: TransitBundle, language: String? = nil) {
        self.bundle = bundle
        self.language = language
    }

    /// How many routes there are in all groups.
    public var routeCount: Int { groups.value?.reduce(0) { $0 + $1.count } ?? 0 }

    /// Reads the routes.
    public func load() async {
        groups = .loading
        groups = await .reading { [bundle, language] in
            let groups = try await bundle.routeGroups()
            return try await bundle.shown(groups, in: language) { try await $0.translated($1) }
        }
    }
}
