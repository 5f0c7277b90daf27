import Foundation

extension Stop {
    /// The place as people read it, with four decimals; empty when the feed gives no place.
    public var coordinatesText: String {
        coordinate.map { String(format: "%.4f, %.4f", $0.latitude, $0.longitude) } ?? ""
    }

    /// A text to send to somebody: name, stop code, place and a link to a map.
    public var shareText: String {
        var lines = [stopName]
        if let stopCode { lines.append("Stop Code: \(stopCode)") }
        if let coordinate {
            lines.append("Location: \(coordinatesText)")
            lines.append(
                "https://maps.apple.com/?ll=\(coordinate.latitude),\(coordinate.longitude)")
        }
        return lines.joined(separator: "\n")
    }
}
