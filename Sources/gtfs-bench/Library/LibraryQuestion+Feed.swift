import TransitBundle

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
}
