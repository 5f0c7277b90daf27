public import Observation
public import TransitModel

/// A map: the stops in sight, and the paths of one route.
///
/// ```swift
/// let map = MapModel(source: source)
/// await map.showStops(in: box)
/// let stops = map.stops.value?.map(\.stopName)  // ["South Beach"]
/// await map.showRoute(route)
/// let paths = map.shapes.value?.map(\.coordinates)
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class MapModel: ScreenModel {
    /// The stops and stations in the part of the map that was last in sight.
    public private(set) var stops: LoadState<[Stop]> = .loaded([])
    /// The route whose paths are shown.
    public private(set) var route: Route?
    /// The paths of the route, those with the most trips first.
    public private(set) var shapes: LoadState<[TripShape]> = .loaded([])

    /// The vehicles in that part of the map: those of the route, or all if no route is shown.
    public private(set) var vehicles: [LiveVehicle] = []

    private var part: (box: BoundingBox, limit: Int)?

    /// - Parameters:
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    public override init(
        source: any TransitSource, language: String? = nil, words: RiderWords? = nil
    ) {
        super.init(source: source, language: language, words: words)
    }

    /// Looks for the stops in a part of the map, up to a limit. Those of the previous part stay
    /// until the answer arrives.
    public func showStops(in box: BoundingBox, limit: Int = 1000) async {
        if part == nil { stops = .loading }
        part = (box, limit)
        let before = stops.startLoading()
        let found = await asking {
            try await $0.stops(in: box, limit: limit, kinds: [.stop, .station])
        }
        // The map may have been moved meanwhile.
        if part?.box == box { stops.take(found, after: before, in: words) }
        await showVehicles()
    }

    private func showVehicles() async {
        guard let box = part?.box else { return }
        let filter = VehicleFilter(box: box, routeID: route?.routeID)
        // An answer about vehicles is none about the rest of the map.
        let found = await askingLive(isNoted: false) { try await $0.vehicles(matching: filter) }
        if part?.box == box, route?.routeID.exact == filter.routeID?.exact,
            case .answered(let answer) = found
        {
            vehicles = answer.value
        }
    }

    /// Shows the paths of a route; nil for none.
    public func showRoute(_ route: Route?) async {
        if route?.rid != self.route?.rid { shapes = .loading }
        self.route = route
        await showVehicles()
        guard let route else {
            shapes = .loaded([])
            return
        }
        let before = shapes.startLoading()
        let found = await asking {
            try await $0.shapes(of: $0.current(route), direction: nil)
        }
        // Another route may have been chosen meanwhile.
        if self.route == route { shapes.take(found, after: before, in: words) }
    }

    override func read() async {
        if let part { await showStops(in: part.box, limit: part.limit) }
        if let route { await showRoute(route) }
    }
}
