/// What a bundle has in the place of something encoded and is not that.
///
/// Every decoder throws it rather than answer: what was damaged on its way is never read as a time,
/// a place or a number. Whoever reads bundles turns it into an error of their own.
package struct DamagedEncoding: Error, Equatable, CustomStringConvertible {
    /// What should be there.
    package enum Encoding: String, Sendable {
        case timing = "a list of times"
        case numbers = "a list of numbers"
        case polyline = "a polyline"
        case coordinateRests = "the rests of a shape's coordinates"
        case pointSequences = "the sequence numbers of a shape's points"
        case serviceDays = "the days of a service"
    }

    package let encoding: Encoding
    /// What is wrong with it.
    package let fault: String
    /// Which of its characters, numbers or points that is, from 0 on; nil when it is the whole.
    package let place: Int?

    init(_ encoding: Encoding, _ fault: String, at place: Int? = nil) {
        self.encoding = encoding
        self.fault = fault
        self.place = place
    }

    /// What, where and why, without a full stop.
    package var reason: String {
        "\(encoding.rawValue): \(fault)" + (place.map { " (position \($0))" } ?? "")
    }

    package var description: String { reason }
}
