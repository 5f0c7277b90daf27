public import Foundation

/// How fresh the live data of a source is.
public struct RealtimeState: Codable, Hashable, Sendable {
    /// The degrees of freshness, worst last.
    public enum Freshness: String, CaseIterable, Codable, Comparable, Sendable {
        /// At most 90 seconds old.
        case live
        /// Older, and still applied: a screen says from when it is.
        case stale
        /// Too old to be applied, or never received: the answers are the plain timetable.
        case expired

        public static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// Ages of a message, in seconds, up to which it is what the name says.
    package enum Age {
        /// Live.
        package static let live = 90.0
        /// Live, of one that has alerts and nothing else.
        package static let liveAlerts = 600.0
        /// Good for times and vehicles.
        package static let runs = 900.0
        /// Good for alerts.
        package static let alerts = 3600.0
    }

    /// The freshness of the source that is worst off.
    public var freshness: Freshness
    /// The instant that the oldest of the applied messages gives; nil when none is applied.
    public var at: Date?

    /// One that an app makes itself, for previews and tests.
    public init(_ freshness: Freshness, at: Date? = nil) {
        self.freshness = freshness
        self.at = at
    }
}
