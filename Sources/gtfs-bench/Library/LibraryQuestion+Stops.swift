import TransitBundle

extension LibraryQuestion {
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
}
