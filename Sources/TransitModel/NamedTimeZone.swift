package import Foundation
import GTFSSchedule

/// A time zone under the feed's name for it, which Foundation may change: to it, `UTC` is `GMT`.
package struct NamedTimeZone: Hashable, Sendable {
    /// As the feed has it.
    package let name: String
    /// The zone that has the name.
    package let timeZone: TimeZone

    /// The zone of a feed that gives none.
    package static let fallback = NamedTimeZone(name: "GMT", timeZone: .gmt)

    private init(name: String, timeZone: TimeZone) {
        self.name = name
        self.timeZone = timeZone
    }

    /// Nil unless the IANA database has the name, and this system the zone.
    package init?(_ name: String) {
        guard let timeZone = TimezoneName(name).timeZone else { return nil }
        self.init(name: name, timeZone: timeZone)
    }
}
