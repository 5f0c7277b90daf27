/// Something wrong with the stops of a trip on its shape.
struct ShapeProblem {
    enum Kind {
        /// The stop is farther from the path than it may be.
        case tooFar
        /// The path comes near the stop too often to tell when it is served.
        case tooManyMatches(count: Int)
        /// The stop comes before the previous one on the path.
        case outOfOrder(previous: Int, ShapePath.Match)
    }

    let kind: Kind
    /// The call.
    let position: Int
    /// Where the stop was found; nil when it has to be looked for in the whole path.
    let match: ShapePath.Match?
}
