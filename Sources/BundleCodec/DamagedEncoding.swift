/// Every decoder throws it instead of answering: damaged data is never read as a time, a place or a
/// number. Readers of bundles turn it into an error of their own.
package struct DamagedEncoding: Error, Equatable, CustomStringConvertible {
    package enum Encoding: String, Sendable {
        case timing = "a list of times"
        case numbers = "a list of numbers"
        case polyline = "a polyline"
        case coordinateRests = "the rests of a shape's coordinates"
        case pointSequences = "the sequence numbers of a shape's points"
        case serviceDays = "the days of a service"
    }

    package let encoding: Encoding
    let fault: String
    /// Counted from 0; nil when the fault is in the whole.
    package let place: Int?

    init(_ encoding: Encoding, _ fault: String, at place: Int? = nil) {
        self.encoding = encoding
        self.fault = fault
        self.place = place
    }

    package var reason: String {
        "\(encoding.rawValue): \(fault)" + (place.map { " (position \($0))" } ?? "")
    }

    package var description: String { reason }
}
