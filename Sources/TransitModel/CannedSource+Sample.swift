public import Foundation
import GTFSSchedule

extension CannedSource {
    /// A station with two platforms, a train, a ferry and a bus, with departures from `now` on.
    public static func sample(now: Date = Date()) -> CannedSource {
        let zone = NamedTimeZone("Australia/Sydney") ?? .fallback
        let day = ServiceClock(timeZone: zone.timeZone).date(at: now)
        let station = Stop.circularQuay
        let platform = Stop(
            sid: 2, stopID: "2000601", stopName: "Circular Quay Station, Platform 1",
            stopLat: -33.8612, stopLon: 151.2110, parentStation: station.stopID,
            wheelchairBoarding: 1, platformCode: "1")
        let wharf = Stop(
            sid: 3, stopID: "200020", stopCode: "200020", stopName: "Circular Quay, Wharf 3",
            stopLat: -33.8606, stopLon: 151.2113, wheelchairBoarding: 1, platformCode: "3")
        let train = Route(
            rid: 1, routeID: "T8", agencyID: "ST", routeShortName: "T8",
            routeLongName: "Airport & South Line", routeType: 2, type: .rail, routeColor: "00954C")
        let ferry = Route(
            rid: 2, routeID: "F1", agencyID: "SF", routeShortName: "F1",
            routeLongName: "Manly", routeType: 4, type: .ferry)
        let bus = Route(
            rid: 3, routeID: "333", agencyID: "SB", routeShortName: "333",
            routeLongName: "Bondi Beach", routeType: 3, type: .bus)
        func departures(
            on route: Route, from stop: Stop, toward headsign: String, every minutes: Int
        )
            -> [StopEvent]
        {
            (1...6).map { number in
                StopEvent(
                    tripID: "\(route.routeID)-\(number)", routeID: route.routeID, route: route,
                    stop: stop, stopSequence: 1, serviceDate: day,
                    time: now.addingTimeInterval(Double(number * minutes * 60)),
                    timeZone: zone.timeZone, timeZoneName: zone.name, headsign: headsign,
                    directionID: 0, wheelchairAccessible: 1)
            }
        }
        let board =
            departures(on: train, from: platform, toward: "Macarthur", every: 10)
            + departures(on: ferry, from: wharf, toward: "Manly", every: 20)
        return CannedSource(
            description: FeedDescription(
                info: FeedInfo(feedPublisherName: "Sydney Transit", feedLang: "en"),
                agencies: [
                    Agency(
                        agencyID: "ST", agencyName: "Sydney Trains",
                        agencyTimezone: zone.name)
                ],
                validity: FeedValidity(
                    firstServiceDay: day.adding(days: -30), lastServiceDay: day.adding(days: 60))),
            stops: [station, platform, wharf], routes: [train, bus, ferry],
            events: board.sorted { $0.time < $1.time },
            trips: board.map {
                Trip(
                    tripID: $0.tripID, routeID: $0.routeID, tripHeadsign: $0.headsign,
                    directionID: 0)
            })
    }
}

extension Stop {
    /// A station for previews: Circular Quay in Sydney.
    public static let circularQuay = Stop(
        sid: 1, stopID: "200060", stopCode: "200060", stopName: "Circular Quay Station",
        stopLat: -33.8615, stopLon: 151.2106, locationType: 1, wheelchairBoarding: 1)
}
