package import Foundation
import GTFSSchedule
import SystemLayer

/// Seen from the last status, which stays as it was when a job no longer runs.
package struct RunHealth: Sendable {
    package let id: String
    package let status: UpdateStatus?
    package let unrecorded: Date?
    /// In seconds; 0 for never.
    package let maxAge: Int

    package init(
        _ definition: FeedDefinition, in folder: PublishFolder, maxAge: Int? = nil
    ) {
        let status = UpdateStatus.load(folder)
        self.init(
            id: definition.id, status: status,
            unrecorded: RunMark(folder).unrecordedSince,
            maxAge: maxAge ?? definition.maxAge)
    }

    package init(id: String, status: UpdateStatus?, unrecorded: Date? = nil, maxAge: Int) {
        self.id = id
        self.status = status
        self.unrecorded = unrecorded
        self.maxAge = maxAge
    }

    /// A check that is as far in the future tells no more than one in the past.
    package func isOverdue(at now: Double) -> Bool {
        guard maxAge > 0 else { return false }
        guard let age = age(at: now) else { return true }
        return abs(age) > Double(maxAge)
    }

    private func age(at now: Double) -> Double? {
        (status?.checkedAt).flatMap(Timestamp.date).map { now - $0.timeIntervalSince1970 }
    }

    package func warnings(at now: Double) -> [String] {
        var lines: [String] = []
        if let unrecorded {
            lines.append(
                "the run that began at \(Timestamp.text(unrecorded)) has not recorded how it "
                    + "ended: it was killed, or could not write")
        }
        guard let status else {
            return lines.isEmpty ? ["no update of this feed has ended yet"] : lines
        }
        if isOverdue(at: now), let age = age(at: now) {
            let place = age < 0 ? "in the future" : "\(Self.words(age)) ago"
            lines.append(
                "the last check was at \(status.checkedAt), \(place): gtfs update has to run at "
                    + "least every \(Self.words(Double(maxAge))) (max_age)")
        }
        return lines
    }

    private static func words(_ seconds: Double) -> String {
        let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let unit = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
        let count = Int((seconds / unit.0).rounded(.down))
        return Quantity.count(count, unit.1)
    }
}
