import TransitBundle

extension LibraryQuestion {
    static let routeQuestions = [
        LibraryQuestion("search routes") { arguments in
            let length = arguments.pair(below: 4)?.1 ?? 1
            guard let name = arguments.route()?.name.prefix(length) else { return nil }
            return { [bundle = arguments.bundle] in
                try await bundle.routes(matching: String(name)).count
            }
        },
        LibraryQuestion("routes by type") { arguments in
            { [bundle = arguments.bundle] in
                try await bundle.routeGroups().reduce(0) { $0 + $1.count }
            }
        },
        LibraryQuestion("directions of a route") { arguments in
            guard let route = arguments.route() else { return nil }
            return { [bundle = arguments.bundle] in try await bundle.directions(of: route).count }
        },
        LibraryQuestion("stops of a route") { arguments in
            guard let route = arguments.route() else { return nil }
            return { [bundle = arguments.bundle] in try await bundle.stops(of: route).count }
        },
        LibraryQuestion("timetable of a route") { arguments in
            let route = arguments.route()
            return try await timetable(route, arguments)
        },
        LibraryQuestion("timetable of the largest route") { arguments in
            try await timetable(arguments.largestRoute, arguments)
        },
        LibraryQuestion("fares of a route") { arguments in
            guard let route = arguments.route() else { return nil }
            return { [bundle = arguments.bundle] in
                let fares = try await bundle.fares(of: route)
                return try await fares.count + bundle.networks(of: route).count
            }
        },
    ]

    /// The direction with the most trips, which an app shows first.
    private static func timetable(
        _ route: Route?, _ arguments: LibraryArguments
    ) async throws -> Ask? {
        guard let route else { return nil }
        let bundle = arguments.bundle
        let date = try await arguments.date(of: route)
        let directions = try await bundle.directions(of: route)
        let direction = directions.max { $0.tripCount < $1.tripCount }?.directionID
        return {
            try await bundle.timetable(of: route, direction: direction, on: date).rows.count
        }
    }
}
