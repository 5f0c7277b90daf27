public import Foundation
import GTFSSchedule

extension CannedSource {
    /// A feed for previews: a station with two platforms, a train and a ferry in both directions, a
    /// bus that comes about every ten minutes, a service on demand.
    ///
    /// Everything runs all day and every day, in whole minutes that count from `now`: the next train
    /// leaves ``Stop/circularQuay`` five minutes after the minute that `now` ends. With a fixed
    /// `now`, for pictures and tests, all answers stay the same.
    ///
    /// The train T8 goes from "Circular Quay Station" by "Central Station", "Domestic Airport
    /// Station", "Wolli Creek Station" and "Campbelltown Station" to "Macarthur Station", the ferry
    /// F1 from "Circular Quay, Wharf 3" to "Manly Wharf", the bus 333 from "Circular Quay, Stand A"
    /// by "Bondi Junction Station" to "Bondi Beach", and all of them back. Live data is there, too: the
    /// second train from "Circular Quay Station" is late, the third canceled, and one is added.
    ///
    /// ```swift
    /// let preview = CannedSource.sample(now: now)
    /// let next = try await preview.nextDepartures(from: .circularQuay, at: now, count: 2)
    /// let minutes = next.map { $0.time.timeIntervalSince(now) / 60 }  // [5.0, 15.0]
    /// ```
    public static func sample(now: Date = Date()) -> CannedSource {
        let zone = NamedTimeZone("Australia/Sydney") ?? .fallback
        let clock = ServiceClock(timeZone: zone.timeZone)
        let day = clock.date(at: now)
        let agencies = [("ST", "Sydney Trains"), ("SF", "Sydney Ferries"), ("SB", "Sydney Buses")]
        let stops = SampleStops()
        var source = CannedSource(
            description: FeedDescription(
                info: FeedInfo(feedPublisherName: "Sydney Transit", feedLang: "en"),
                agencies: agencies.map {
                    Agency(agencyID: $0.0, agencyName: $0.1, agencyTimezone: zone.name)
                },
                validity: FeedValidity(
                    firstServiceDay: day.adding(days: -30), lastServiceDay: day.adding(days: 60))),
            stops: stops.all,
            routes: [
                Route(
                    rid: 1, routeID: "T8", agencyID: "ST", routeShortName: "T8",
                    routeLongName: "Airport & South Line", routeType: 2, type: .rail,
                    routeColor: "00954C", routeSortOrder: 1),
                Route(
                    rid: 3, routeID: "333", agencyID: "SB", routeShortName: "333",
                    routeLongName: "Bondi Beach", routeType: 3, type: .bus, routeSortOrder: 2),
                Route(
                    rid: 2, routeID: "F1", agencyID: "SF", routeShortName: "F1",
                    routeLongName: "Manly", routeType: 4, type: .ferry, routeSortOrder: 3),
            ])
        // Five minutes later, on the next day: where clocks change, `now` may be before this one.
        let time =
            Int((now.timeIntervalSince(clock.start(of: day)) / 60).rounded(.up)) * 60 + 300
            + ServiceTime.secondsPerDay
        let inland = [stops.central, stops.airport, stops.wolliCreek, stops.campbelltown]
        let minutes = [8, 9, 4, 31, 4]
        source.add(
            SampleLine(
                "T8", to: "Macarthur", stops: [stops.platform1] + inland + [stops.macarthur],
                minutes: minutes, every: 10, from: time))
        source.add(
            SampleLine(
                "T8", to: "Circular Quay", direction: 1,
                stops: [stops.macarthur] + inland.reversed() + [stops.platform2],
                minutes: minutes.reversed(), every: 10, from: time))
        source.add(
            SampleLine(
                "F1", to: "Manly", stops: [stops.wharf, stops.manly], minutes: [30], every: 20,
                from: time))
        source.add(
            SampleLine(
                "F1", to: "Circular Quay", direction: 1, stops: [stops.manly, stops.wharf],
                minutes: [30], every: 20, from: time))
        let beach = [stops.stand, stops.bondiJunction, stops.bondiBeach]
        source.add(
            SampleLine(
                "333", to: "Bondi Beach", stops: beach, minutes: [20, 12], every: 10, from: time,
                isAboutEvery: true))
        source.add(
            SampleLine(
                "333", to: "Circular Quay", direction: 1, stops: beach.reversed(),
                minutes: [12, 20], every: 10, from: time, isAboutEvery: true))
        source.addNews(now: now)
        source.addServiceOnDemand(among: [stops.bondiJunction, stops.bondiBeach])
        source.addStation(stops)
        return source
    }

    /// The trips of a line, their calls and their path.
    private mutating func add(_ line: SampleLine) {
        let shape = TripShape(shapeID: "\(line.name)-\(line.direction)", points: line.path())
        shapes.append(shape)
        // The first leaves next, the last is the one before it.
        let starts = (0..<ServiceTime.secondsPerDay / line.period)
            .map { (line.time + $0 * line.period) % ServiceTime.secondsPerDay }
        for (number, start) in starts.prefix(line.isAboutEvery ? 1 : .max).enumerated() {
            let id = "\(shape.shapeID)-\(number + 1)"
            // The vehicle comes back with the first trip after it has arrived.
            let away = line.direction == 0 ? 0 : (line.ride + line.period - 1) / line.period
            let vehicle = (number + starts.count - away) % starts.count
            trips.append(
                Trip(
                    tripID: id, routeID: line.name, serviceID: "DAILY", tripHeadsign: line.headsign,
                    directionID: line.direction,
                    blockID: line.isAboutEvery ? nil : "\(line.name)-\(vehicle + 1)",
                    shapeID: shape.shapeID, wheelchairAccessible: 1, bikesAllowed: 1))
            calls[id] = line.calls(from: line.isAboutEvery ? 0 : start, along: shape)
            if line.isAboutEvery {
                headways[id] = [
                    Headway(
                        startTime: ServiceTime(seconds: line.time % line.period),
                        endTime: ServiceTime(hours: 24, minutes: 0), headwaySecs: line.period,
                        exactTimes: 0)
                ]
            }
        }
    }

    /// The second train to Macarthur is four minutes late, the third canceled, and an extra one leaves
    /// after it; an alert tells why.
    private mutating func addNews(now: Date) {
        /// The service day of a train that leaves some minutes after the first one.
        func date(_ minutes: Int) -> ServiceDate {
            let instant = now.addingTimeInterval(Double(300 + minutes * 60))
            return clock.date(at: instant)
        }
        liveState = RealtimeState(.live, at: now)
        liveRuns = [
            LiveRun(tripID: "T8-0-2", serviceDate: date(10), .late(240)),
            LiveRun(tripID: "T8-0-3", serviceDate: date(20), .canceled),
        ]
        guard var trip = trips.first(where: { $0.tripID == "T8-0-3" }),
            let calls = calls["T8-0-3"]
        else { return }
        trip.tripID = "T8-EXTRA"
        trip.blockID = nil
        let minutes = 22
        let shift = 120
        let extra = calls.map { call in
            var call = call
            call.arrival = call.arrival?.adding(seconds: shift)
            call.departure = call.departure?.adding(seconds: shift)
            return call
        }
        liveRuns.append(
            LiveRun(
                tripID: trip.tripID, serviceDate: date(minutes), .added(trip, calls: extra)))
        serviceAlerts = [
            ServiceAlert(
                id: "signals", headerText: "Trains to Macarthur run late",
                descriptionText: "Signals are being repaired. Allow ten minutes more.",
                cause: "TECHNICAL_PROBLEM", effect: "SIGNIFICANT_DELAYS",
                severityLevel: "WARNING",
                informedEntities: [InformedEntity(routeID: trip.routeID)])
        ]
    }

    /// A bus that comes to any of some stops when it has been booked.
    private mutating func addServiceOnDemand(among stops: [Stop]) {
        var rule = BookingRule()
        rule.bookingRuleID = "BONDI"
        rule.bookingType = .sameDay
        rule.priorNoticeDurationMin = 60
        rule.message = "Book an hour ahead."
        rule.phoneNumber = "+61 2 5550 0100"
        bookingRules = [rule]
        locationGroupStops = stops.map { stop in
            var row = LocationGroupStop()
            row.locationGroupID = "BONDI"
            row.stopID = StopID(stop.stopID)
            return row
        }
        let window = FlexWindow(
            locationGroupID: "BONDI", locationGroupName: "Bondi",
            start: ServiceTime(hours: 6, minutes: 0), end: ServiceTime(hours: 22, minutes: 0),
            pickupBookingRuleID: "BONDI", dropOffBookingRuleID: "BONDI")
        let trip = Trip(
            tripID: "333-ON-DEMAND", routeID: "333", serviceID: "DAILY",
            tripHeadsign: "Bondi on demand", directionID: 0)
        trips.append(trip)
        calls[trip.tripID] = [
            Call(
                stopSequence: 1, pickup: .phoneAgency, dropOff: .notAvailable,
                headsign: trip.tripHeadsign, flex: window),
            Call(
                stopSequence: 2, pickup: .notAvailable, dropOff: .phoneAgency,
                headsign: trip.tripHeadsign, flex: window),
        ]
    }

    /// The inside of the station, the way to the wharf, the fares.
    private mutating func addStation(_ stops: SampleStops) {
        levels = [
            Level(levelID: "P", levelIndex: 1, levelName: "Platforms"),
            Level(levelID: "S", levelIndex: 0, levelName: "Street"),
        ]
        for (platform, mode) in [
            (stops.platform1, PathwayMode.elevator), (stops.platform2, .stairs),
        ] {
            var pathway = Pathway()
            pathway.pathwayID = PathwayID("\(platform.stopID)-\(mode)")
            pathway.fromStopID = StopID(stops.entrance.stopID)
            pathway.toStopID = StopID(platform.stopID)
            pathway.pathwayMode = mode
            pathway.isBidirectional = .yes
            pathway.traversalTime = 60
            pathways.append(pathway)
        }
        var transfer = Transfer()
        transfer.fromStopID = StopID(stops.station.stopID)
        transfer.toStopID = StopID(stops.wharf.stopID)
        transfer.transferType = .minimumTime
        transfer.minTransferTime = 240
        transfers = [transfer]
        var fare = FareAttribute()
        fare.fareID = "ADULT"
        fare.price = CurrencyAmount("4.20")
        fare.currencyType = "AUD"
        fare.paymentMethod = .beforeBoarding
        routeFares = [RouteFare(fare: fare)]
        var product = FareProduct()
        product.fareProductID = "ADULT"
        product.fareProductName = "Adult"
        product.amount = fare.price
        product.currency = "AUD"
        allFares = Fares(products: [product])
    }
}

extension Stop {
    /// A station for previews: Circular Quay in Sydney.
    public static let circularQuay = Stop(
        sid: 1, stopID: "200060", stopCode: "200060", stopName: "Circular Quay Station",
        stopLat: -33.8615, stopLon: 151.2106, locationType: 1, wheelchairBoarding: 1)
}

/// The stops of the sample.
private struct SampleStops {
    let station = Stop.circularQuay
    let platform1 = Stop(
        sid: 2, stopID: "2000601", stopName: "Circular Quay Station, Platform 1",
        stopLat: -33.8612, stopLon: 151.2110, parentStation: "200060", wheelchairBoarding: 1,
        levelID: "P", platformCode: "1")
    let wharf = Stop(
        sid: 3, stopID: "200020", stopCode: "200020", stopName: "Circular Quay, Wharf 3",
        stopLat: -33.8606, stopLon: 151.2113, wheelchairBoarding: 1, platformCode: "3")
    let platform2 = Stop(
        sid: 4, stopID: "2000602", stopName: "Circular Quay Station, Platform 2",
        stopLat: -33.8613, stopLon: 151.2110, parentStation: "200060", wheelchairBoarding: 2,
        levelID: "P", platformCode: "2")
    let entrance = Stop(
        sid: 5, stopID: "200060A", stopName: "Circular Quay Station, Alfred St",
        stopLat: -33.8617, stopLon: 151.2107, locationType: 2, parentStation: "200060",
        wheelchairBoarding: 1, levelID: "S")
    let stand = Self.stop(
        sid: 6, code: "200030", name: "Circular Quay, Stand A", at: (-33.8621, 151.2101))
    let central = Self.stop(
        sid: 7, code: "200070", name: "Central Station", at: (-33.8832, 151.2069))
    let airport = Self.stop(
        sid: 8, code: "202030", name: "Domestic Airport Station", at: (-33.9334, 151.1811))
    let wolliCreek = Self.stop(
        sid: 9, code: "220510", name: "Wolli Creek Station", at: (-33.9285, 151.1540))
    let campbelltown = Self.stop(
        sid: 10, code: "256010", name: "Campbelltown Station", at: (-34.0637, 150.8140))
    let macarthur = Self.stop(
        sid: 11, code: "256020", name: "Macarthur Station", at: (-34.0719, 150.7964))
    let manly = Self.stop(sid: 12, code: "209510", name: "Manly Wharf", at: (-33.8003, 151.2838))
    let bondiJunction = Self.stop(
        sid: 13, code: "202210", name: "Bondi Junction Station", at: (-33.8914, 151.2479))
    let bondiBeach = Self.stop(
        sid: 14, code: "202610", name: "Bondi Beach", at: (-33.8908, 151.2748))

    private static func stop(
        sid: Int64, code: String, name: String, at place: (latitude: Double, longitude: Double)
    ) -> Stop {
        Stop(
            sid: sid, stopID: code, stopCode: code, stopName: name, stopLat: place.latitude,
            stopLon: place.longitude, wheelchairBoarding: 1)
    }

    var all: [Stop] {
        [
            station, platform1, platform2, entrance, wharf, stand, central, airport, wolliCreek,
            campbelltown, macarthur, manly, bondiJunction, bondiBeach,
        ]
    }
}

/// The trips of a route in one direction.
private struct SampleLine {
    let name: String
    let headsign: String
    let direction: Int
    let stops: [Stop]
    /// From each stop to the next.
    let minutes: [Int]
    /// Seconds from the first stop to the last.
    var ride: Int { minutes.reduce(0, +) * 60 }
    /// Seconds between trips.
    let period: Int
    /// Seconds of the service day from which the times count.
    let time: Int
    /// One trip of `frequencies.txt`.
    let isAboutEvery: Bool

    init(
        _ name: String, to headsign: String, direction: Int = 0, stops: [Stop], minutes: [Int],
        every period: Int, from time: Int, isAboutEvery: Bool = false
    ) {
        self.name = name
        self.headsign = headsign
        self.direction = direction
        self.stops = stops
        self.minutes = minutes
        self.period = period * 60
        self.time = time
        self.isAboutEvery = isAboutEvery
    }

    /// The stops, and a bend between each two of them.
    func path() -> [TripShape.Point] {
        var points: [TripShape.Point] = []
        func add(_ place: Coordinate) {
            let way = points.last?.coordinate.meters(to: place) ?? 0
            points.append(
                TripShape.Point(coordinate: place, distance: (points.last?.distance ?? 0) + way))
        }
        for place in stops.compactMap(\.coordinate) {
            if let last = points.last?.coordinate {
                let latitude = (last.latitude + place.latitude) / 2
                let longitude = (last.longitude + place.longitude) / 2
                add(Coordinate(latitude: latitude + 0.001, longitude: longitude))
            }
            add(place)
        }
        return points
    }

    /// Calls that wait half a minute on the way.
    func calls(from start: Int, along shape: TripShape) -> [Call] {
        var time = start
        return stops.indices.map { number in
            if number > 0 { time += minutes[number - 1] * 60 }
            let isOnTheWay = 0 < number && number < stops.count - 1
            return Call(
                stop: stops[number], stopID: stops[number].stopID, stopSequence: number + 1,
                arrival: ServiceTime(seconds: time - (isOnTheWay ? 30 : 0)),
                departure: ServiceTime(seconds: time), isTemplate: isAboutEvery,
                pickup: .regular, dropOff: .regular, headsign: headsign,
                shapeDistTraveled: shape.points[number * 2].distance)
        }
    }
}
