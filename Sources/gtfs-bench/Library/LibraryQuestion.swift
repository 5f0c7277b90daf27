import TransitBundle

/// A question that apps ask the library.
struct LibraryQuestion: Sendable {
    /// Asks, and counts the rows of the answer.
    typealias Ask = @Sendable () async throws -> Int

    let name: String
    /// Chooses arguments; nil when the bundle has nothing to ask about.
    let prepare: @Sendable (inout LibraryArguments) async throws -> Ask?

    init(
        _ name: String, prepare: @escaping @Sendable (inout LibraryArguments) async throws -> Ask?
    ) {
        self.name = name
        self.prepare = prepare
    }

    static let all =
        stopQuestions + routeQuestions + departureQuestions + tripQuestions
        + feedQuestions

    /// Asks `samples` times with different arguments; nil when there is nothing to ask.
    func measure(
        samples: Int, _ stopwatch: Stopwatch, _ arguments: inout LibraryArguments
    ) async throws -> LibraryResult? {
        var milliseconds: [Double] = []
        var rows = 0
        // The first time reads pages and prepares statements, which is not measured here.
        for sample in -1..<samples {
            guard let ask = try await prepare(&arguments) else { return nil }
            let start = stopwatch.milliseconds()
            let count = try await ask()
            let end = stopwatch.milliseconds()
            guard sample >= 0 else { continue }
            rows += count
            milliseconds.append(end - start)
        }
        return LibraryResult(
            name: name, samples: samples, rows: Double(rows) / Double(samples),
            milliseconds: Latencies(milliseconds))
    }
}

extension LibraryQuestion {
    static let feedQuestions = [
        LibraryQuestion("fares") { arguments in
            { [bundle = arguments.bundle] in
                let fares = try await bundle.fares()
                return fares.products.count + fares.legRules.count
            }
        },
        LibraryQuestion("20 stops in another language") { arguments in
            let stops = arguments.stops(20)
            return { [bundle = arguments.bundle] in
                try await bundle.translations(for: "es").translated(stops).count
            }
        },
        LibraryQuestion("services of a day") { arguments in
            guard let stop = try await arguments.servedStop() else { return nil }
            let date = try await arguments.date(at: stop)
            return { [bundle = arguments.bundle] in
                try await bundle.activeServices(on: date).count
            }
        },
        LibraryQuestion("validity of the feed") { arguments in
            { [bundle = arguments.bundle] in
                _ = try await bundle.validity()
                return 1
            }
        },
    ]

    static let stopQuestions = [
        LibraryQuestion("stop by id") { arguments in
            guard let stop = arguments.stop() else { return nil }
            return { [bundle = arguments.bundle] in
                _ = try await bundle.stop(id: stop.stopID)
                return 1
            }
        },
        LibraryQuestion("search stops, one letter") { search($0.letter(), $0) },
        LibraryQuestion("search stops, three letters") { search($0.prefix(3), $0) },
        LibraryQuestion("search stops, two words") { search($0.twoWords(), $0) },
        LibraryQuestion("stops within 500 m") { arguments in
            guard let place = arguments.placeInTown() else { return nil }
            return { [bundle = arguments.bundle] in
                try await bundle.stops(near: place, radius: 500).count
            }
        },
        LibraryQuestion("20 nearest stops, in town") { arguments in
            guard let place = arguments.placeInTown() else { return nil }
            return { [bundle = arguments.bundle] in
                try await bundle.stops(near: place, count: 20).count
            }
        },
        LibraryQuestion("20 nearest stops, anywhere on Earth") { arguments in
            let place = arguments.placeOnEarth()
            return { [bundle = arguments.bundle] in
                try await bundle.stops(near: place, count: 20).count
            }
        },
        LibraryQuestion("details of a stop") { arguments in
            guard let stop = arguments.stop() else { return nil }
            return { [bundle = arguments.bundle] in
                let details = try await bundle.details(of: stop)
                return details.routes.count + details.platforms.count
            }
        },
        LibraryQuestion("details of the largest station") { arguments in
            guard let stop = arguments.largestStation else { return nil }
            return { [bundle = arguments.bundle] in
                let details = try await bundle.details(of: stop)
                return details.routes.count + details.platforms.count
            }
        },
        LibraryQuestion("routes of a stop") { arguments in
            guard let stop = arguments.stop() else { return nil }
            return { [bundle = arguments.bundle] in try await bundle.routes(of: stop).count }
        },
        LibraryQuestion("transfers at the largest station") { arguments in
            guard let stop = arguments.largestStation else { return nil }
            return { [bundle = arguments.bundle] in try await bundle.transfers(at: stop).count }
        },
        LibraryQuestion("pathways at the largest station") { arguments in
            guard let stop = arguments.largestStation else { return nil }
            return { [bundle = arguments.bundle] in try await bundle.pathways(at: stop).count }
        },
    ]

    private static func search(_ text: String?, _ arguments: LibraryArguments) -> Ask? {
        guard let text else { return nil }
        return { [bundle = arguments.bundle] in try await bundle.stops(matching: text).count }
    }

    static let departureQuestions = [
        LibraryQuestion("departures in an hour, any stop") { arguments in
            guard let stop = try await arguments.servedStop() else { return nil }
            let hour = arguments.hour(of: try await arguments.date(at: stop))
            return { [bundle = arguments.bundle] in
                try await bundle.departures(from: stop, at: hour).count
            }
        },
        LibraryQuestion("departures in an hour, busiest stop") { arguments in
            guard let stop = arguments.busiestStop else { return nil }
            let hour = arguments.hour(of: arguments.busiestDate)
            return { [bundle = arguments.bundle] in
                try await bundle.departures(from: stop, at: hour).count
            }
        },
        LibraryQuestion("departures in an hour, largest station") { arguments in
            guard let stop = arguments.largestStation else { return nil }
            let hour = arguments.hour(of: arguments.stationDate)
            return { [bundle = arguments.bundle] in
                try await bundle.departures(from: stop, at: hour).count
            }
        },
        LibraryQuestion("next 10 departures, any stop") { arguments in
            guard let stop = try await arguments.servedStop() else { return nil }
            let hour = arguments.hour(of: try await arguments.date(at: stop))
            return { [bundle = arguments.bundle] in
                try await bundle.nextDepartures(from: stop, at: hour).count
            }
        },
        LibraryQuestion("flexible services at a stop") { arguments in
            guard let stop = arguments.stop() else { return nil }
            return { [bundle = arguments.bundle, date = arguments.busiestDate] in
                try await bundle.flexibleServices(at: stop, on: date).count
            }
        },
    ]

    static let tripQuestions = [
        LibraryQuestion("trip with its calls") { arguments in
            guard let id = try await arguments.trip()?.tripID else { return nil }
            return { [bundle = arguments.bundle, date = arguments.busiestDate] in
                try await bundle.calls(of: bundle.trip(id: id), on: date).count
            }
        },
        LibraryQuestion("run of a trip descriptor") { arguments in
            guard let id = try await arguments.trip()?.tripID else { return nil }
            let now = arguments.hour(of: arguments.busiestDate)
            return { [bundle = arguments.bundle] in
                try await bundle.instance(tripID: id, now: now)?.calls.count ?? 0
            }
        },
        LibraryQuestion("next trip of a block") { arguments in
            guard let trip = try await arguments.trip() else { return nil }
            return { [bundle = arguments.bundle, date = arguments.busiestDate] in
                try await bundle.nextTrip(inBlockOf: trip, on: date) == nil ? 0 : 1
            }
        },
        LibraryQuestion("path between two stops of a trip") { arguments in
            guard let trip = try await arguments.trip() else { return nil }
            let calls = try await arguments.bundle.calls(of: trip)
            guard let (first, last) = arguments.pair(below: calls.count) else { return { 0 } }
            return { [bundle = arguments.bundle] in
                try await bundle.path(
                    of: trip, from: calls[first].stopSequence, to: calls[last].stopSequence
                ).count
            }
        },
    ]
}
