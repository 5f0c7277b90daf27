import Foundation
import TransitModel

/// The next departures from a stop: of a bundle, of a server, or made up for a preview.
func nextLines(
    from text: String, in source: any TransitSource, at time: Date
) async throws -> [String] {
    guard let stop = try await source.stops(matching: text, limit: 1).first else { return [] }
    let next = try await source.nextDepartures(from: stop, at: time, count: 1)
    return next.map { "\($0.route?.name ?? "?") to \($0.headsign ?? "?")" }
}

/// The examples in the comments of `TransitModel`, with a source and a time.
struct TransitModelExamples<Source: TransitSource> {
    let source: Source
    let now: Date

    func stop() async throws -> Accessibility {
        let stop = try await source.stop(id: "QUAY_P2")
        let accessibility = stop.accessibility  // .notAccessible
        return accessibility
    }

    func type() -> RouteType {
        let type = RouteType(code: 3)  // .bus
        return type
    }

    func favorite(_ stop: Stop) async throws -> FavoriteStop.Resolution {
        let favorite = try await FavoriteStop(stop, in: source)
        let saved = try JSONEncoder().encode(favorite)
        let restored = try JSONDecoder().decode(FavoriteStop.self, from: saved)
        let resolution = try await restored.resolve(in: source)  // .found(stop, by: .key)
        return resolution
    }

    func choice(_ favorite: FavoriteStop) async throws -> [Stop] {
        let resolution = try await favorite.resolve(in: source)
        let stops = resolution.stop.map { [$0] } ?? resolution.candidates.map(\.stop)
        return stops
    }

    func answering() async throws -> Answer<[Route]> {
        let answer = try await source.answering { source in
            let stop = try await source.stop(id: "QUAY")
            return try await source.routes(of: stop)
        }
        return answer
    }

    func window() async throws -> [String] {
        let cafe = try await source.stop(id: "CO")
        let window = try await source.departures(from: cafe, at: now, for: 2 * 3600)
        let headsigns = window.compactMap(\.headsign)  // ["Quayside", "South Beach", "South Beach"]
        return headsigns
    }

    func next() async throws -> [String] {
        let platform = try await source.stop(id: "CJ_P1")
        let next = try await source.nextDepartures(from: platform, at: now, count: 1)
        let lines = next.map { "\($0.route?.name ?? "?") \($0.headsign ?? "")" }
        // ["T1 North Shelf via Quayside"]
        return lines
    }

    func board(of stop: Stop) async throws -> [String] {
        let question = BoardQuestion(at: stop, from: now, .next(3))
        let board = try await source.board(question)
        let alerts = board.alerts.compactMap(\.headerText)
        return alerts
    }

    func boards() async throws -> [String] {
        let stops = [try await source.stop(id: "QUAY"), try await source.stop(id: "CJ")]
        let boards = try await source.boards(of: stops, at: now, for: 1800)
        let counts = boards.map { "\($0.stop.stopName): \($0.events.count)" }
        // ["Quayside: 17", "Central Junction: 4"]
        return counts
    }

    func groups() async throws -> [String] {
        let groups = try await source.routeGroups()
        let titles = groups.map(\.title)  // ["Train", "Metro", "Bus", "Ferry", "Tram"]
        return titles
    }

    func grouping() async throws -> [String] {
        let stop = try await source.stop(id: "QUAY")
        let groups = RouteGroup.grouping(try await source.routes(of: stop))
        let titles = groups.map(\.title)  // ["Train", "Metro", "Ferry"]
        return titles
    }

    func filter(_ stop: Stop) async throws -> [String?] {
        let trains = BoardFilter(types: [.rail], directionID: 0)
        let next = try await source.nextDepartures(from: stop, at: now, count: 1, matching: trains)
        let headsigns = next.map(\.headsign)  // ["North Shelf"]
        return headsigns
    }

    func run(_ departure: StopEvent) async throws -> ServiceDate? {
        let run = try await source.run(of: departure)
        let date = run?.serviceDate  // 20261120
        return date
    }

    func expiry() async throws -> String? {
        let feed = try await source.feed()
        let today = feed.date(at: now)
        let text = feed.validity.expiryText(on: today)  // "Timetable expires in 222 days"
        return text
    }

    func instant(_ date: ServiceDate, in zone: TimeZone) -> Date {
        let clock = ServiceClock(timeZone: zone)
        let departure = clock.instant(date, ServiceTime(hours: 26, minutes: 5))
        // 02:05 of the next day; 03:05 where clocks go forward in that night
        return departure
    }

    func distance() -> Double {
        let quay = Coordinate(latitude: -33.8615, longitude: 151.2107)
        let beach = Coordinate(latitude: -33.8915, longitude: 151.2765)
        let meters = quay.meters(to: beach).rounded()  // 6930
        return meters
    }

    func modes() -> [String] {
        let words = RiderWords(for: "de-AT", replacing: ["mode.tram": "Bim"])
        let modes = [RouteType.rail, .tram].map { $0.displayName(in: words) }  // ["Zug", "Bim"]
        return modes
    }

    func news() -> [String?] {
        let late = CallRealtime(.updated, delaySeconds: 190)
        let texts = [late.statusText(), CallRealtime(.canceled).statusText()]
        // ["3 min late", "Canceled"]
        return texts
    }

    func message() -> String {
        let german = RiderWords(for: "de")
        let message = german.message(for: TransitSourceError.notFound(kind: "stop", id: "QUAY"))
        // "Das ist nicht mehr im Fahrplan. Bitte suchen Sie erneut"
        return message
    }

    func share() async throws -> String {
        let stop = try await source.stop(id: "NS")
        let text = stop.shareText  // name, code, coordinates and a link to a map, in four lines
        return text
    }

    func favorite() async throws -> Stop {
        let stop = try await source.stop(id: "QUAY")
        let saved = (sid: stop.sid, stopID: stop.stopID, line: try await source.line)
        let favorite =
            try await source.recognizes(saved.line)
            ? source.stop(sid: saved.sid) : source.stop(id: saved.stopID)
        return favorite
    }

    func hits() async throws -> [String]? {
        let hits = try await source.hits(matching: "quay wharf", limit: 3)
        let badges = hits.first?.routes.map(\.name)  // ["F1"]
        return badges
    }

    func headway(of quay: Stop) async throws -> String? {
        let metro = BoardFilter(types: [.metro])
        let next = try await source.nextDepartures(from: quay, at: now, count: 1, matching: metro)
        let text = next.first?.headwayText()  // "about every 3 min"
        return text
    }

    func calls(of departure: StopEvent) async throws -> [String] {
        let calls = try await source.calls(of: departure)
        let names = calls.compactMap { $0.stop?.stopName }
        return names
    }

    func night(_ newYearsEve: ServiceDate) async throws -> [String] {
        let stop = try await source.stop(id: "FH")
        let night = try await source.departures(from: stop, on: .serviceDay(newYearsEve))
        let times = night.map(\.time.description)
        return times
    }

    func localInstant(now: Date) -> (text: String, wait: TimeInterval) {
        let instant = LocalInstant(seconds: 1_795_379_400, offsetSeconds: 39_600)
        let text = instant.description  // "2026-11-23T07:30:00+11:00"
        let wait = instant.date.timeIntervalSince(now)
        return (text, wait)
    }
}
