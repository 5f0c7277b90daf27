package import Foundation
package import TransitBundle

package struct MessageMatch {
    package let trips: MatchReport
    /// The vehicles, as if they were trip updates.
    package let vehicles: MatchReport
    package let placeless: [MatchReport.Sample]
    package let alerts: AlertFit
    package let coverage: LiveCoverage
    /// The time of the newest message.
    package let at: Date

    /// The thread waits for the disk. Throws ``CostlyMessage`` for a message that takes too many
    /// steps, and errors of the bundle.
    package init(of messages: RealtimeMessages, over bundle: TransitBundle) throws {
        let current = messages.current()
        let contents = RealtimeContents(current, in: bundle.timeZone, listing: .max)
        placeless = contents.placeless
        at = current.now
        (trips, vehicles, alerts, coverage) = try bundle.checking { lookup in
            let effort = MatchEffort()
            var merged = try MessageMerger.merge(
                contents.updates, contents.detours, over: lookup, counting: effort,
                report: MatchReport(listing: .max))
            merged.report.leftOut = contents.leftOut + merged.modified.leftOut
            let vehicles = try VehicleIndex(
                contents.vehicles, merged, now: current.now, over: lookup, counting: effort,
                report: MatchReport(listing: .max))
            let alerts = try AlertFit(contents, merged, in: lookup, counting: effort)
            let moment = Int(current.now.timeIntervalSince1970)
            let runs = try lookup.runsUnderWay(at: moment)
            let coverage = LiveCoverage(runs, at: moment, merged, vehicles, isListing: true)
            return (merged.report, vehicles.report, alerts, coverage)
        }
    }
}
