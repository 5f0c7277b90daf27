import BundleManifest
import BundleWriting
import Foundation
import GTFSSchedule
import SQLiteLayer

enum LocalDay {
    /// UTC for an unknown zone.
    static func date(at now: Double, zone: String?) -> ServiceDate {
        let zone = zone.flatMap { TimezoneName($0).timeZone } ?? .gmt
        let instant = Date(timeIntervalSince1970: now)
        let local = now + Double(zone.secondsFromGMT(for: instant))
        return ServiceDate(dayNumber: Int((local / 86_400).rounded(.down)))
    }

    static func zone(_ connection: Connection) throws -> String? {
        try connection.texts(
            "SELECT agency_timezone FROM agency WHERE agency_timezone NOT NULL ORDER BY rowid"
        ).first { TimezoneName($0).timeZone != nil }
    }

    static func zone(of manifest: Manifest?, in folder: PublishFolder) -> String? {
        for version in manifest?.versions ?? [] {
            do {
                return try PublishedBundle(path: folder.file(version.bundle.name)).read {
                    try zone($0)
                }
            } catch {
                // The run itself replaces a damaged bundle; an older one knows the zone too.
                continue
            }
        }
        return nil
    }
}
