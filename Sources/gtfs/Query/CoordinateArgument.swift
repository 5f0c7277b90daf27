import ArgumentParser
import TransitBundle

/// `LAT,LON` in degrees.
struct CoordinateArgument: ExpressibleByArgument, Sendable {
    let coordinate: Coordinate

    init?(argument: String) {
        // `ArgumentSpelling` writes a leading minus as the minus sign.
        let plain = argument.map { $0 == "\u{2212}" ? "-" : String($0) }.joined()
        let parts = plain.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.drop { $0 == " " })
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            -90...90 ~= latitude, -180...180 ~= longitude
        else { return nil }
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
}
