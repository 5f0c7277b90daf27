package import GTFSSchedule
package import TransitModel

package enum StopsQuestion: QuestionType {
    package typealias Answer = ListDTO<StopDTO>

    package static let text = TypedParameter<String?>(
        "q", SharedParameters.text, meaning: "Finds stops by typed text.", example: "quay")
    package static let place = TypedParameter<Coordinate?>(
        "near", meaning: "The stops around a place, the nearest first.")
    package static let radius = TypedParameter<Int?>(
        "radius", .integer(1...100_000),
        meaning: "How far around `near`, in meters; without it the nearest, however far.")
    package static let form = TypedParameter<PlaceForm>(
        "as", usual: .stops,
        meaning: """
            Whether platforms are stops around `near`, or their stations stand for them; {usual}.
            """)
    package static let box = TypedParameter<BoundingBox?>(
        "bbox", meaning: "The stops in a part of the map.")
    package static let ids = TypedParameter<[String]>(
        "ids", meaning: "The stops of these ids, in their order.")
    package static let sids = TypedParameter<[Int64]>(
        "sids", meaning: "The stops of these keys, in their order.")
    package static let kinds = TypedParameter<[StopKind]>(
        "kind", meaning: "Of these kinds.", example: "station")
    package static let limit = SharedParameters.limit(50, component: "limit")

    package static let endpoint = Endpoint(
        .stops, "stops", summary: "Stops by text, place, box or ids",
        remark: """
            One of `q`, `near`, `bbox`, `ids` and `sids` at most; without any of them all stops. \
            `radius` and `as` need `near`, and `as` excludes `kind`.
            """,
        parameters: [
            text, place, radius, form, box, ids, sids, kinds, limit, cursor,
        ],
        alternatives: ["q", "near", "bbox", "ids", "sids"],
        dependencies: [["radius", "near"], ["as", "near"]])
}

package enum StopQuestion: QuestionType {
    package typealias Answer = StopDetailsDTO

    package static let date = TypedParameter<ServiceDate?>(
        "date", meaning: "The day whose service on demand is wanted.")
    package static let part = SharedParameters.part

    package static let endpoint = Endpoint(
        .stop, "stops/{id}", summary: "All about a stop",
        remark: """
            The stop, its station, platforms, entrances, levels, routes, pathways and transfers.
            """,
        id: SharedParameters.stopID, parameters: [date, part, realtime],
        live: [.alerts])
}

package enum DestinationsQuestion: QuestionType {
    package typealias Answer = DestinationListDTO

    package static let form = TypedParameter<PlaceForm>(
        "as", usual: .stops,
        meaning: """
            Whether platforms are destinations, or their stations stand for them; {usual}.
            """,
        component: "destinations_as")
    package static let limit = SharedParameters.limit(50, component: "limit")

    package static let endpoint = Endpoint(
        .destinations, "stops/{id}/destinations", summary: "Where one can go without a change",
        remark: """
            All stops that some trip reaches from here, the nearest by calls first. Boarding must \
            be possible here, and alighting there.
            """,
        id: SharedParameters.stopID, parameters: [form, limit, cursor])
}

/// The values of `location_type`, by the words of `kind`.
package enum StopKind: String, CaseIterable, AskedScalar {
    case stop
    case station
    case entrance
    case node
    case boardingArea = "boarding_area"

    package var locationType: LocationType {
        switch self {
        case .stop: .stop
        case .station: .station
        case .entrance: .entrance
        case .node: .genericNode
        case .boardingArea: .boardingArea
        }
    }
}

/// The form of the places around a place, by the words of `as`.
package enum PlaceForm: String, CaseIterable, AskedScalar {
    /// With platforms, and stations.
    case stops
    /// Stations in place of their platforms, at the distance of the nearest platform.
    case stations
}
