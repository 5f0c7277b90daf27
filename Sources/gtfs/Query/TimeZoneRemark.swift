import Foundation
import TransitBundle

/// What standard error says when the feed leaves open in which zone its times are.
enum TimeZoneRemark {
    /// Names so many agencies.
    private static let most = 3

    /// Names the agencies without a zone.
    static func write(_ bundle: TransitBundle) async throws {
        let without = try await bundle.feed().agenciesWithoutTimeZone
        guard !without.isEmpty else { return }
        let names = without.prefix(most).map { agency in
            let name = agency.agencyID ?? agency.agencyName ?? "the agency"
            return agency.agencyTimezone.map { "\(name) (\($0))" } ?? name
        }
        let others = without.count > most ? " and \(without.count - most) more" : ""
        StandardError.write(
            "gtfs: no time zone is given by \(names.joined(separator: ", "))\(others): "
                + "times are taken as \(bundle.timeZone.identifier)\n")
    }

    /// Names the stops whose clocks are in a zone that does not exist, as far as departures show them.
    static func write(of departures: [Departure]) {
        var stops: [String] = []
        var zone = ""
        for departure in departures
        where departure.isStopTimeZoneAssumed && !stops.contains(departure.stopID) {
            stops.append(departure.stopID)
            zone = departure.timeZone.identifier
        }
        guard !stops.isEmpty else { return }
        let others = stops.count > most ? " and \(stops.count - most) more" : ""
        StandardError.write(
            "gtfs: the stop_timezone of \(stops.prefix(most).joined(separator: ", "))\(others), or "
                + "of the station there, does not exist: clocks are taken as \(zone)\n")
    }
}
