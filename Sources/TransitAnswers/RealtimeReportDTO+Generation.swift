import Foundation
import GTFSSchedule
import TransitAPI
import TransitModel
import TransitRealtime

extension RealtimeReportDTO {
    init(_ live: LiveGeneration) {
        self.init()
        let overall = live.sources.state
        state = WireWord(overall.freshness)
        at = overall.at.map { Timestamp.text(Int($0.timeIntervalSince1970)) }
        alerts = live.alertCount
        (vehicles, vehiclesMatched) = live.vehicleCounts
        guard let report = live.report else { return }
        stopUpdates = report.stopUpdates
        stopUpdatesIgnored = report.ignoredStopUpdates
        modifiedTrips = report.modifiedTrips
        tripUpdates = MatchOutcome.allCases.compactMap { outcome in
            guard let count = report.counts[outcome] else { return nil }
            var row = OutcomeDTO()
            row.outcome = outcome.rawValue
            row.count = count
            row.samples = (report.samples[outcome] ?? []).map { SampleDTO($0) }
            return row
        }
    }
}

extension RealtimeReportDTO.CoverageDTO {
    /// The maximum number of routes in an answer.
    private static let mostRoutes = 100

    init(_ coverage: LiveCoverage, at moment: Date) {
        self.init()
        at = Timestamp.text(Int(moment.timeIntervalSince1970))
        runs = coverage.total.runs
        updated = coverage.total.updated
        positioned = coverage.total.positioned
        routeCount = coverage.routes.count
        routes = coverage.routes.prefix(Self.mostRoutes).map { route in
            var row = RealtimeReportDTO.RouteCoverageDTO()
            row.routeID = route.routeID
            row.runs = route.counts.runs
            row.updated = route.counts.updated
            row.positioned = route.counts.positioned
            return row
        }
    }
}

extension RealtimeReportDTO.SampleDTO {
    fileprivate init(_ sample: MatchReport.Sample) {
        self.init()
        source = sample.source
        tripID = sample.tripID
        routeID = sample.routeID
        startDate = sample.startDate
        startTime = sample.startTime
    }
}
