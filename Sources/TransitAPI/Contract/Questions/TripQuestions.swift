package import GTFSSchedule
import TransitModel

package enum TripQuestion: QuestionType {
    package typealias Answer = TripDetailsDTO

    package static let date = TypedParameter<ServiceDate?>(
        "date", meaning: "The service day, whose instants are wanted.", component: "trip_date")
    package static let instant = TypedParameter<AskedInstant?>(
        "at", .moment, meaning: "The run that is nearest to a time, on whichever service day.",
        component: "trip_at")
    package static let startTime = SharedParameters.startTime
    package static let part = SharedParameters.part

    package static let endpoint = Endpoint(
        .trip, "trips/{id}", summary: "A trip with its calls",
        remark: "`date` or `at`, not both. `start_time` needs one of them.",
        id: SharedParameters.id("`trip_id`", component: "trip_id", example: "T1-WD-N1"),
        parameters: [date, instant, startTime, part, realtime],
        alternatives: ["date", "at"], dependencies: [["start_time", "date", "at"]],
        live: [.tripUpdates])
}

package enum ShapeQuestion: QuestionType {
    package typealias Answer = ShapeDTO

    package static let format = TypedParameter<ShapeFormat>(
        "format", usual: .polyline6, meaning: "How the path is written; {usual}.",
        example: "geojson")
    package static let trip = TypedParameter<String?>(
        "trip",
        meaning: """
            The trip whose part of the path is wanted; without it any that takes the path.
            """)
    package static let start = TypedParameter<Int?>(
        "from", meaning: "The stop_sequence where the part begins.")
    package static let end = TypedParameter<Int?>(
        "to", meaning: "The stop_sequence where the part ends.")

    package static let endpoint = Endpoint(
        .shape, "shapes/{id}", summary: "A path",
        remark: """
            `from` and `to` need each other, and `trip` needs them; without it any trip that takes \
            the path will do.
            """,
        id: SharedParameters.id("`shape_id`", component: "shape_id", example: "T1N"),
        parameters: [format, trip, start, end],
        dependencies: [["trip", "from"], ["from", "to"], ["to", "from"]])
}

/// The form in which a path is written.
public enum ShapeFormat: String, CaseIterable, Codable, AskedScalar, Sendable {
    /// One text, as map libraries read it, with six decimals.
    case polyline6
    /// A `LineString`, or a `Point` where there is only one, with the decimals of the bundle.
    case geojson
}
