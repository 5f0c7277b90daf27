import GTFSSchedule

extension FeedFilter {
    /// The options that shape a bundle, under their names on the command line.
    package var json: JSONValue {
        var values: [String: JSONValue] = [:]
        func add(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { values[name] = .array(texts.map { .string($0) }) }
        }
        add("agency", agencies.sorted().map(\.text))
        add("route", routes.sorted().map(\.text))
        add("route_type", (routeTypes.map { "\($0)" } + modes.map(\.rawValue)).sorted())
        add("without", without.map(\.rawValue).sorted())
        switch area {
        case .box(let west, let south, let east, let north)?:
            values["bbox"] = .array([west, south, east, north].map { .number($0) })
        case .polygons(let polygons)?:
            values["polygon"] = .array(
                polygons.map { rings in
                    .array(
                        rings.map { ring in
                            .array(
                                ring.points.map {
                                    .array([.number($0.longitude), .number($0.latitude)])
                                })
                        })
                })
        case nil: break
        }
        if let from { values["from_date"] = .string(from.description) }
        if let to { values["to_date"] = .string(to.description) }
        if let distanceStep { values["round_distances"] = .string(distanceStep.description) }
        if hasExactShapes { values["exact_shapes"] = .bool(true) }
        return .object(values)
    }
}
