import Foundation
public import Observation
public import TransitModel

/// The screen about a route: its directions, with the stops and paths of each.
///
/// ```swift
/// let model = RouteModel(route: route, source: source)
/// await model.load()
/// let title = model.title  // "F1"
/// let headsigns = model.details.value?.directions.compactMap(\.headsign)
/// // ["Far Head Wharf", "Quayside, Wharf 4"]
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class RouteModel: ScreenModel {
    /// The route, in the language of the screen once details are loaded.
    public private(set) var route: Route
    /// The directions of the route.
    public private(set) var details: LoadState<RouteDetails> = .loading

    /// - Parameters:
    ///   - route: the route from a search or a list.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    public init(
        route: Route, source: any TransitSource, language: String? = nil, words: RiderWords? = nil
    ) {
        self.route = route
        super.init(source: source, language: language, words: words)
    }

    /// The name of the route.
    public var title: String { route.name }

    override func read() async {
        let before = details.startLoading()
        details.take(
            await askingLive { [route, clock] in try await $0.details(of: route, at: clock) },
            after: before, in: words)
        if let shown = details.value?.route { route = shown }
    }
}

/// Everything that a screen about one route shows.
public struct RouteDetails: Hashable, Sendable {
    /// A direction of travel.
    public struct Direction: Hashable, Sendable, Identifiable {
        /// 0 or 1; nil when the trips do not say.
        public var directionID: Int?
        /// The headsign of most of its trips.
        public var headsign: String?
        /// The stops in travel order; those of all trips if trips do not tell which direction they
        /// are in. A stop that trips pass twice appears twice.
        public var stops: [Stop]
        /// The paths of its trips, those of most trips first.
        public var shapes: [TripShape]

        /// Creates a direction.
        public init(
            directionID: Int? = nil, headsign: String? = nil, stops: [Stop] = [],
            shapes: [TripShape] = []
        ) {
            self.directionID = directionID
            self.headsign = headsign
            self.stops = stops
            self.shapes = shapes
        }

        public var id: Int? { directionID }
    }

    /// The route.
    public var route: Route
    /// The directions of the route.
    public var directions: [Direction]
    /// The alerts for the route or a direction of it, the most severe first.
    public var alerts: [ServiceAlert]

    /// Creates the details of a route.
    public init(route: Route, directions: [Direction] = [], alerts: [ServiceAlert] = []) {
        self.route = route
        self.directions = directions
        self.alerts = alerts
    }
}

extension TransitSource {
    fileprivate func details(of route: Route, at now: Date) async throws -> RouteDetails {
        var details = RouteDetails(route: try await current(route))
        let route = details.route
        for direction in try await self.directions(of: route) {
            let id = direction.directionID
            details.directions.append(
                RouteDetails.Direction(
                    directionID: id, headsign: direction.headsign,
                    stops: try await stops(of: route, direction: id),
                    shapes: try await shapes(of: route, direction: id)))
        }
        details.alerts = try await alerts(about: .route(route), at: now)
        return details
    }
}
