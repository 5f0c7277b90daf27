import Foundation
import TransitBundle

/// What standard error says when the feed leaves open in which zone its times are.
enum TimeZoneRemark {
    /// Names so many agencies.
    private static let most = 3

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
}
