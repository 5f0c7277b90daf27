import Foundation
import TransitModel
import TransitViewModels

/// The sections of a list of routes: "Train: 1", "Bus: 4".
@available(iOS 17, macOS 14, *)
@MainActor func sections(of source: any TransitSource) async -> [String] {
    let model = RouteListModel(source: source)
    await model.load()
    return model.groups.value?.map { "\($0.title): \($0.count)" } ?? []
}

/// The examples in the comments of `TransitViewModels`, with a source and a time.
@available(iOS 17, macOS 14, *)
@MainActor struct TransitViewModelsExamples {
    let source: any TransitSource
    let now: Date

    func home() async -> (publisher: String?, expiry: String?) {
        let home = HomeModel(source: source)
        await home.load(at: now)
        let publisher = home.feed.value?.info?.feedPublisherName  // "Port Lumen Transit"
        let expiry = home.expiryText  // "Timetable expires in 222 days"
        return (publisher, expiry)
    }

    func search() async -> [String]? {
        let model = SearchModel(source: source)
        model.searchText = "south"
        await model.searchFinished()
        let stops = model.results.value?.stops.map(\.stop.stopName)  // ["South Beach"]
        return stops
    }

    func nearby(_ home: HomeModel) async -> [String]? {
        await home.showStops(near: Coordinate(latitude: -33.8915, longitude: 151.2765), count: 1)
        let names = home.nearby.value?.map(\.stop.stopName)  // ["South Beach"]
        return names
    }

    func details(of stop: Stop) async -> (title: String, place: String, next: Int) {
        let model = StopDetailsModel(stop: stop, source: source)
        await model.load(at: now)
        let title = model.title  // "Quayside"
        let place = model.coordinatesText  // "-33.8615, 151.2107"
        let next = model.departures.value?.count ?? 0  // 20
        return (title, place, next)
    }

    func refresh(_ model: StopDetailsModel) async -> [String]? {
        await model.refreshDepartures(at: now.addingTimeInterval(3600), count: 1)
        let headsigns = model.departures.value?.compactMap(\.headsign)  // ["Cross Hill"]
        return headsigns
    }

    func routes() async -> (count: Int, titles: [String]?) {
        let model = RouteListModel(source: source)
        await model.load()
        let count = model.routeCount  // 8
        let titles = model.groups.value?.map(\.title)
        return (count, titles)
    }

    func directions(of route: Route) async -> (title: String, headsigns: [String]?) {
        let model = RouteModel(route: route, source: source)
        await model.load()
        let title = model.title  // "F1"
        let headsigns = model.details.value?.directions.compactMap(\.headsign)
        // ["Far Head Wharf", "Quayside, Wharf 4"]
        return (title, headsigns)
    }

    func trip(of departure: StopEvent) async -> (stops: [String]?, passed: Int) {
        let model = TripModel(event: departure, source: source)
        await model.load(at: now)
        let stops = model.details.value?.run.calls.compactMap(\.stop?.stopName)
        // ["Central Junction", "Guildhall", "Quayside", "Lavender Point", "North Shelf"]
        let passed = model.passedCount  // 0
        return (stops, passed)
    }

    func timetable(of route: Route, on date: ServiceDate) async -> (rows: [Int]?, day: ServiceDate?)
    {
        let model = TimetableModel(route: route, source: source)
        await model.load(at: now)
        let rows = model.day.value?.timetables.map(\.rows.count)  // [2, 2]
        await model.show(date)  // the user has chosen another day
        return (rows, model.day.value?.date)
    }

    func map(of box: BoundingBox, with route: Route) async -> (stops: [String]?, paths: Int?) {
        let map = MapModel(source: source)
        await map.showStops(in: box)
        let stops = map.stops.value?.map(\.stopName)  // ["South Beach"]
        await map.showRoute(route)
        let paths = map.shapes.value?.map(\.coordinates)
        return (stops, paths?.count)
    }

    func first() async -> Bool {
        let source = source
        let first = FirstDownloadModel { progress in
            progress(0.5)
            return source  // downloaded and opened
        }
        await first.load()
        let isReady = first.source != nil  // true
        return isReady
    }

    func state(of model: RouteListModel) -> String {
        var text = ""
        switch model.groups {
        case .loading: text = "Loading routes..."
        case .loaded(let groups): text = "\(groups.count) types"  // "5 types"
        case .failed(let message): text = message
        }
        return text
    }

    func follow(_ model: RouteListModel) async {
        let following = Task { await model.follow() }  // reads again when the source has changed
        following.cancel()  // when the screen disappears
        await following.value
    }
}
