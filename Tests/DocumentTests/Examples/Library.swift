import Foundation
import TransitBundle

func board(_ path: String, _ text: String, at time: Date) async throws -> [String] {
    let bundle = try TransitBundle(path: path)
    guard let stop = try await bundle.stops(matching: text).first else { return [] }
    return try await bundle.nextDepartures(from: stop, at: time, count: 3).map { departure in
        let clock = Date.ISO8601FormatStyle(timeZone: departure.timeZone)
        return "\(departure.time.date.formatted(clock)) \(departure.headsign ?? "")"
    }
}
