import GTFSSchedule
package import TransitModel

/// The parameters of several questions.
package enum SharedParameters {
    static let cursor = TypedParameter<String?>(
        "cursor", .cursor, meaning: "Goes on where an answer to the same question ended or began.")
    static let realtime = TypedParameter<RealtimeWish>(
        "realtime", usual: .on,
        meaning: """
            Whether live data counts, where the feed has any; {usual}. `off` gives the plain \
            timetable.
            """,
        example: "on")
    static let startTime = TypedParameter<ServiceTime?>(
        "start_time",
        meaning: "The run of a trip of frequencies.txt, by when it leaves its first stop.")
    static let direction = TypedParameter<Int?>(
        "direction", .integer(0...1), meaning: "Of this direction_id.", example: "0")
    static let types = TypedParameter<[TransitModel.RouteType]>(
        "mode", meaning: "Of these modes.", example: "rail")
    static let part = TypedParameter<DetailsPart?>(
        "with",
        meaning: """
            What to add; `extensions` are the rows of unknown files and columns that have the same \
            id.
            """,
        component: "part", example: "extensions")

    static func limit(_ usual: Int, component: String) -> TypedParameter<Int> {
        TypedParameter(
            "limit", .integer(1...500), usual: usual, meaning: "How many at most; {usual}.",
            component: component, example: "\(usual)")
    }

    static let stopID = id("`stop_id` or `sid:` and its key", component: "stop_id", example: "QUAY")
    static let routeID = id(
        "`route_id` or `rid:` and its key", component: "route_id", example: "T1")

    static func id(_ meaning: String, component: String, example: String) -> Parameter {
        Parameter(
            name: "id", form: .id, meaning: "The \(meaning), percent-encoded as one segment.",
            key: component, example: example)
    }

    static let text = Parameter.Form.text(maximum: Parameter.Form.longestID)
}

extension QuestionType {
    static var cursor: TypedParameter<String?> { SharedParameters.cursor }
    static var realtime: TypedParameter<RealtimeWish> { SharedParameters.realtime }
}

extension Question {
    package var cursor: String? { self[SharedParameters.cursor] }

    /// Nil for answers about all kinds of live data, or none.
    package var liveKind: RealtimeState.Kind? {
        let live = Endpoint[endpoint].live
        return live.count == 1 ? live.first : nil
    }

    /// Whether its answer has live data, if the feed has any.
    package var hasRealtime: Bool {
        !Endpoint[endpoint].live.isEmpty && self[SharedParameters.realtime] == .on
    }
}

package enum RealtimeWish: String, CaseIterable, AskedScalar {
    case on
    /// The plain timetable.
    case off
}

/// A part of an answer that must be requested, by the words of `with`.
package enum DetailsPart: String, CaseIterable, AskedScalar {
    /// Rows of files and columns that the reference does not know.
    case extensions
}
