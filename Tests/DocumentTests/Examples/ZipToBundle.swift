import BundleWriting
import Foundation
import TransitBundle

/// Builds a bundle; says what it holds, what the rules found, and which trips leave a stop next.
func zipToBundle(
    _ zip: String, at path: String, from name: String, on time: String
) async throws -> [String] {
    let report = try await BundleBuilder(Feed(zip)).write(to: path)
    var lines = report.tables.map { "\($0.file): \($0.bundleRows) of \($0.feedRows) rows" }
    for group in report.validation?.groups ?? [] {
        lines.append("\(group.severity) \(group.code): \(group.count)")
    }
    let bundle = try TransitBundle(path: path)
    guard let stop = try await bundle.stops(matching: name).first,
        let time = ISO8601DateFormatter().date(from: time)
    else { return lines }
    for next in try await bundle.nextDepartures(from: stop, at: time, count: 3) {
        lines.append("\(next.route?.name ?? "") \(next.headsign ?? "")")
    }
    return lines
}
