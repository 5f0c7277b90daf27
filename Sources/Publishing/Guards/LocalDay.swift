import BundleManifest
import BundleWriting
import Foundation
import GTFSSchedule
import SQLiteLayer

/// The date on a wall somewhere.
enum LocalDay {
    /// The date of an instant in a time zone; in UTC when there is no such zone.
    static func date(at now: Double, zone: String?) -> ServiceDate {
        let zone = zone.flatMap(TimeZone.init(identifier:)) ?? TimeZone(secondsFromGMT: 0)
        let instant = Date(timeIntervalSince1970: now)
        let local = now + Double(zone?.secondsFromGMT(for: instant) ?? 0)
        return ServiceDate(dayNumber: Int((local / 86_400).rounded(.down)))
    }

    /// The zone of a bundle's agencies: the first of theirs that there is.
    static func zone(_ connection: Connection) throws -> String? {
        try connection.texts(
            "SELECT agency_timezone FROM agency WHERE agency_timezone NOT NULL ORDER BY rowid"
        ).first { TimeZone(identifier: $0) != nil }
    }

    /// The zone of what is published, by its newest bundle that can be read; nil when none can.
    static func zone(of manifest: Manifest?, in folder: PublishFolder) -> String? {
        for version in manifest?.versions ?? [] {
            do {
                return try PublishedBundle(path: folder.file(version.bundle.name)).read {
                    try zone($0)
                }
            } catch {
                // A damaged bundle is replaced by the run itself; an older one knows the zone too.
                continue
            }
        }
        return nil
    }
}
