import Foundation
public import Observation
public import TransitModel

/// The first screen: which feed it is and how long it is valid, search as the user types, and what
/// is nearby.
///
/// ```swift
/// let home = HomeModel(source: source)
/// await home.load(at: now)
/// let publisher = home.feed.value?.info?.feedPublisherName  // "Port Lumen Transit"
/// let expiry = home.expiryText  // "Timetable expires in 222 days"
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class HomeModel: SearchModel {
    /// The feed: its publisher, validity and credits.
    public private(set) var feed: LoadState<FeedDescription> = .loading
    /// The stops around the user, the nearest first; a station represents its platforms.
    public private(set) var nearby: LoadState<[NearbyStop]> = .loaded([])

    /// The alerts for the feed as a whole, the most severe first.
    public private(set) var alerts: [ServiceAlert] = []

    private var place: (coordinate: Coordinate, count: Int)?

    /// A text such as "Timetable expires in 3 days"; nil until the feed has been read, or when it
    /// has no end.
    public var expiryText: String? {
        feed.value.flatMap { $0.validity.expiryText(on: $0.date(at: clock), in: words) }
    }

    override func read() async {
        let before = feed.startLoading()
        let read = await askingLive { [clock] in
            (feed: try await $0.feed(), alerts: try await $0.alerts(about: .feed, at: clock))
        }
        if case .answered(let answer) = read { alerts = answer.value.alerts }
        feed.take(read.map(\.feed), after: before, in: words)
        await super.read()
        if let place { await showStops(near: place.coordinate, count: place.count) }
        // An answer about stops is none about the feed.
        if case .failed = read { note(read) }
    }

    override var timeZone: TimeZone { feed.value?.timeZone ?? super.timeZone }

    /// Midnight, when another day has begun.
    override var nextPassing: Date? {
        guard let feed = feed.value else { return .distantFuture }
        let tomorrow = feed.date(at: clock).adding(days: 1)
        return ServiceClock(timeZone: feed.timeZone).instant(showing: 0, on: tomorrow).instant
    }

    /// Looks for stops around a place.
    ///
    /// ```swift
    /// await home.showStops(near: Coordinate(latitude: -33.8915, longitude: 151.2765), count: 1)
    /// let names = home.nearby.value?.map(\.stop.stopName)  // ["South Beach"]
    /// ```
    public func showStops(near place: Coordinate, count: Int = 20) async {
        if self.place == nil { nearby = .loading }
        self.place = (place, count)
        let before = nearby.startLoading()
        let found = await asking { try await $0.stations(near: place, count: count) }
        // The user may have gone on meanwhile.
        if self.place?.coordinate == place { nearby.take(found, after: before, in: words) }
    }
}
