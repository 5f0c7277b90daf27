public import TransitBundle

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
