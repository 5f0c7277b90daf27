import GTFSSchedule
package import TransitModel

/// The parameters of boards, of which each kind has some.
package enum BoardParameters {
    package static let start = TypedParameter<AskedInstant?>(
        "at", meaning: "From when on; now, cut to the minute.")
    package static let seconds = TypedParameter<Int?>(
        "for", .duration, meaning: "For how long.", example: "90m")
    package static let count = TypedParameter<Int>(
        "n", .integer(1...500), usual: 20,
        meaning: "How many; {usual} where `for` is not given either.")
    package static let routes = TypedParameter<[String]>(
        "route", .ids(maximum: 20), meaning: "On these routes.")
    package static let types = SharedParameters.types
    package static let direction = SharedParameters.direction
    package static let others = TypedParameter<[String]>(
        "with", .ids(maximum: 99), meaning: "Other stops that the same board is of.")

    fileprivate static let all: [any ParameterDescription] = [
        start, seconds, count, routes, types, direction, SharedParameters.realtime,
    ]
    fileprivate static let ofStop = all + [others, SharedParameters.cursor]

    fileprivate static func endpoint(
        _ name: Endpoint.Name, _ path: String, summary: String, id: Parameter? = nil,
        parameters: [any ParameterDescription]
    ) -> Endpoint {
        Endpoint(
            name, path, summary: summary, remark: "`for` or `n`, not both.", id: id,
            parameters: parameters, alternatives: ["for", "n"], live: [.tripUpdates],
            moments: ["at", "cursor"])
    }
}

package enum DeparturesQuestion: QuestionType {
    package typealias Answer = Board
    package typealias Parameters = BoardParameters

    package static let endpoint = BoardParameters.endpoint(
        .departures, "stops/{id}/departures", summary: "What leaves a stop",
        id: SharedParameters.stopID, parameters: BoardParameters.ofStop)
}

package enum ArrivalsQuestion: QuestionType {
    package typealias Answer = Board
    package typealias Parameters = BoardParameters

    package static let endpoint = BoardParameters.endpoint(
        .arrivals, "stops/{id}/arrivals", summary: "What arrives at a stop",
        id: SharedParameters.stopID, parameters: BoardParameters.ofStop)
}

package enum BoardsQuestion: QuestionType {
    package typealias Answer = ListDTO<Board>
    package typealias Parameters = BoardParameters

    package static let endpoint = BoardParameters.endpoint(
        .boards, "departures", summary: "What leaves several stops",
        parameters: [
            TypedParameter<[String]>(
                "stops", isRequired: true,
                meaning: "The stops whose boards are wanted, in their order.", example: "QUAY")
        ] + BoardParameters.all)
}

package enum DepartureStreamQuestion: QuestionType {
    package typealias Answer = Board

    package static let count = TypedParameter<Int>(
        "n", .integer(1...100), usual: 20, meaning: "How many departures a board has; {usual}.",
        component: "departure_stream_n", example: "5")
    package static let changes = TypedParameter<Int>(
        "changes", .integer(0...1), usual: 0,
        meaning: "1 for events `update` and `remove` of rows after a first `board`; {usual}.",
        example: "1")

    package static let endpoint = Endpoint(
        .departureStream, "stops/{id}/departures/stream",
        summary: "The board of a stop whenever it changes",
        remark: """
            Server-sent events: `board` (an envelope of `Board`), `bundle` (a `BundleEvent`) when \
            another version answers from then on, and `failure` (an `ErrorEnvelope`) when no board \
            comes any more.
            """,
        id: SharedParameters.stopID, parameters: [count, realtime, changes],
        live: [.tripUpdates], statuses: [401, 404, 410, 429, 503])
}

/// The values of boards, whichever of the endpoints is asked.
extension Question {
    package var instant: AskedInstant? { self[BoardParameters.start] }
    package var durationSeconds: Int? { self[BoardParameters.seconds] }
    package var count: Int { self[BoardParameters.count] }
    package var direction: Int? { self[BoardParameters.direction] }

    /// Nil for all.
    package var types: Set<TransitModel.RouteType>? {
        let types = self[BoardParameters.types]
        return types.isEmpty ? nil : Set(types)
    }
}
