package import Foundation
import GTFSSchedule

package enum UpdateMetrics {
    private struct Metric: Sendable {
        let name: String
        let help: String
        /// In seconds since 1970.
        let value: @Sendable (RunHealth, Double) -> Double?

        init(name: String, help: String, _ value: @escaping @Sendable (UpdateStatus) -> Double?) {
            self.init(name: name, help: help) { feed, _ in feed.status.flatMap(value) }
        }

        init(
            name: String, help: String,
            _ value: @escaping @Sendable (RunHealth, Double) -> Double?
        ) {
            self.name = name
            self.help = help
            self.value = value
        }
    }

    private static let metrics: [Metric] = [
        Metric(
            name: "gtfs_update_checked_timestamp_seconds",
            help: "Time of the last check."
        ) { seconds($0.checkedAt) },
        Metric(
            name: "gtfs_update_exit_code",
            help: "Exit code of the last check: 0 done or unchanged, 2 refused, others failed; 70 "
                + "also when it did not record its end."
        ) { feed, _ in feed.unrecorded == nil ? feed.status.map { Double($0.exitCode) } : 70 },
        Metric(
            name: "gtfs_update_failing_since_timestamp_seconds",
            help: "Time since which every check failed or was refused; 0 when the last was fine."
        ) { feed, _ in
            feed.status?.failingSince.flatMap(seconds) ?? feed.unrecorded?.timeIntervalSince1970
                ?? feed.status.map { _ in 0 }
        },
        Metric(
            name: "gtfs_update_unrecorded_timestamp_seconds",
            help: "Start time of the last check if it did not record its end; else 0."
        ) { feed, _ in feed.unrecorded?.timeIntervalSince1970 ?? 0 },
        Metric(
            name: "gtfs_update_max_age_seconds",
            help: "Greatest age of the last check; 0 for no limit."
        ) { feed, _ in Double(feed.maxAge) },
        Metric(
            name: "gtfs_update_overdue",
            help: "1 when the last check was too old as this was written, else 0."
        ) { feed, now in feed.isOverdue(at: now) ? 1 : 0 },
        Metric(
            name: "gtfs_update_duration_seconds", help: "Duration of the last check."
        ) { $0.seconds },
        Metric(
            name: "gtfs_update_peak_memory_bytes", help: "Peak memory of the last check."
        ) { Double($0.peakMemoryBytes) },
        Metric(
            name: "gtfs_published_timestamp_seconds",
            help: "Time at which the current version was published."
        ) { $0.publishedAt.flatMap(seconds) },
        Metric(
            name: "gtfs_valid_until_timestamp_seconds",
            help: "The end, in UTC, of the last day for which the current version is valid."
        ) { $0.validUntil.flatMap(endOfDay) },
        Metric(
            name: "gtfs_expires_in_days",
            help: "Days until the published feed ends, the waiting version included; negative "
                + "afterwards."
        ) { feed, now in feed.status?.expiry(at: now, limit: 0).map { Double($0.daysLeft) } },
        Metric(
            name: "gtfs_manifest_expires_timestamp_seconds",
            help: "Time at which the manifest expires."
        ) { $0.manifestExpires.flatMap(seconds) },
        Metric(name: "gtfs_bundle_bytes", help: "The size of the current bundle.") {
            $0.bundleBytes.map(Double.init)
        },
        Metric(name: "gtfs_errors", help: "Errors that validation finds in the current version.") {
            $0.errors.map(Double.init)
        },
    ]

    package static var firstLine: String { text([]).prefix { $0 != "\n" } + "\n" }

    package static func text(_ feeds: [RunHealth], at now: Date = Date()) -> String {
        var text = ""
        for metric in metrics {
            text += "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
            for feed in feeds {
                guard let value = metric.value(feed, now.timeIntervalSince1970)
                else { continue }
                text += "\(metric.name){feed=\"\(escaped(feed.id))\"} \(number(value))\n"
            }
        }
        return text
    }

    private static func seconds(_ timestamp: String) -> Double? {
        Timestamp.date(timestamp)?.timeIntervalSince1970
    }

    private static func endOfDay(_ date: String) -> Double? {
        Timestamp.day(date).map { Double($0.dayNumber + 1) * 86_400 }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
