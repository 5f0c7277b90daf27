import Foundation
import TransitBundle

/// The next departures from the best match of what somebody typed.
func board(_ path: String, _ text: String, at time: Date) async throws -> [String] {
    let bundle = try TransitBundle(path: path)
    guard let stop = try await bundle.stops(matching: text).first else { return [] }
    let clock = DateFormatter()
    clock.dateFormat = "HH:mm"
    return try await bundle.nextDepartures(from: stop, at: time, count: 3).map { departure in
        clock.timeZone = departure.timeZone
        let name = departure.route?.name ?? "?"
        let platform = departure.stop.platformCode ?? "-"
        return "\(clock.string(from: departure.departure)) \(name) "
            + "\(departure.headsign ?? "") [\(platform)]"
    }
}
