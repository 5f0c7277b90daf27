public import Foundation

/// How fresh the live data in an answer, or the data of a source, is.
///
/// Each kind of live data ages on its own, by its own source: old alerts do not make fresh times
/// old. A board or a trip is as fresh as the times that it shows; a list of alerts or of vehicles
/// as fresh as these; everything else as fresh as the times, if the feed has any.
public struct RealtimeState: Codable, Hashable, Sendable {
    /// The degrees of freshness, worst last.
    public enum Freshness: String, CaseIterable, Codable, Comparable, Sendable {
        /// At most 90 seconds old; ten minutes for alerts.
        case live
        /// Older, but still applied: a screen should say as of when.
        case stale
        /// No request has finished yet: for the moment, the answers are the plain timetable.
        case starting
        /// Too old to be applied: the answers are the plain timetable.
        case expired
        /// No source has ever sent a message: the answers are the plain timetable.
        case missing

        /// Whether live data is in the answers.
        public var isApplied: Bool { self == .live || self == .stale }

        public static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// A feed as a whole is judged by the first that it has.
    package enum Kind: String, CaseIterable, Sendable {
        case tripUpdates = "trip_updates"
        case vehicles
        case alerts

        /// In seconds.
        package var liveAge: Double {
            self == .alerts ? RealtimeLimits.liveAgeOfAlerts : RealtimeLimits.liveAge
        }
        /// In seconds; older data is not applied.
        package var goodAge: Double {
            self == .alerts ? RealtimeLimits.goodAgeOfAlerts : RealtimeLimits.goodAge
        }

        /// In seconds.
        package func freshness(age: Double) -> Freshness {
            age <= liveAge ? .live : age <= goodAge ? .stale : .expired
        }
    }

    /// The freshness of the worst of the sources that an answer shows.
    public var freshness: Freshness
    /// The time of the oldest of their messages; nil when none is applied.
    public var at: Date?

    /// Creates a state of live data.
    public init(_ freshness: Freshness, at: Date? = nil) {
        self.freshness = freshness
        self.at = at
    }
}
