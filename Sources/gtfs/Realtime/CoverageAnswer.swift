import Foundation
import GTFSSchedule
import SystemLayer
import TransitBundle
import TransitRealtime

struct CoverageAnswer: Encodable {
    private let at: String
    private let runs: Int
    private let updated: Int
    private let positioned: Int
    private let routes: [Route]
    private let missing: [Missing]

    private struct Route: Encodable {
        let routeId: String?
        let runs: Int
        let updated: Int
        let positioned: Int
    }

    private struct Missing: Encodable {
        let tripId: String
        let routeId: String?
        let serviceDate: String
        let startTime: String?
        let updated: Bool
        let positioned: Bool
    }

    init(_ coverage: LiveCoverage, at moment: Date) {
        at = moment.formatted(.iso8601)
        runs = coverage.total.runs
        updated = coverage.total.updated
        positioned = coverage.total.positioned
        routes = coverage.routes.map { route in
            Route(
                routeId: route.routeID, runs: route.counts.runs, updated: route.counts.updated,
                positioned: route.counts.positioned)
        }
        missing = coverage.missing.map { missing in
            let run = missing.run
            return Missing(
                tripId: run.tripID, routeId: run.routeID,
                serviceDate: "\(ServiceDate(dayNumber: run.day))",
                startTime: run.start.map { "\(ServiceTime(seconds: $0))" },
                updated: missing.isUpdated, positioned: missing.isPositioned)
        }
    }

    private static let mostShown = 10

    var lines: [String] {
        var lines = [
            Quantity.count(runs, "run") + " under way at \(at), "
                + "\(Quantity.count(updated)) with an update, "
                + "\(Quantity.count(positioned)) with a position"
        ]
        guard !routes.isEmpty else { return lines }
        lines +=
            TextTable(
                routes.prefix(Self.mostShown),
                [
                    .init("runs", .right) { Quantity.count($0.runs) },
                    .init("updates", .right) { Quantity.count($0.updated) },
                    .init("positions", .right) { Quantity.count($0.positioned) },
                    .init("route") { $0.routeId },
                ]
            ).lines
        if routes.count > Self.mostShown {
            lines.append(
                "  \(Self.mostShown) of \(Quantity.count(routes.count)) routes, --json for all")
        }
        return lines
    }
}
