import TransitBundle

extension LibraryQuestion {
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
