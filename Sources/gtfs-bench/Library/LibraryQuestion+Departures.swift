import TransitBundle

extension LibraryQuestion {
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
}
