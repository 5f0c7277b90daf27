public import Foundation

/// How fresh the live data in an answer, or that of a source, is.
///
/// The kinds of live data get old apart, each as of its own source: old alerts do not make fresh times old.
/// A board and a trip are as fresh as the times that they show; lists of alerts and of vehicles as fresh as
/// these; all else as the times, where the feed has any.
public struct RealtimeState: Codable, Hashable, Sendable {
    /// The degrees of freshness, worst last.
    public enum Freshness: String, CaseIterable, Codable, Comparable, Sendable {
        /// At most 90 seconds old, alerts ten minutes.
        case live
        /// Older, and still applied: a screen says from when it is.
        case stale
        /// No request has ended yet: the answers are the plain timetable, for a moment.
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

    /// The kinds of live data, those first by which a feed as a whole is judged.
    package enum Kind: String, CaseIterable, Sendable {
        case tripUpdates = "trip_updates"
        case vehicles
        case alerts

        /// The age in seconds up to which it is live.
        package var liveAge: Double { self == .alerts ? 600 : 90 }
        /// The age in seconds up to which it counts.
        package var goodAge: Double { self == .alerts ? 3600 : 900 }

        /// How fresh it is at an age in seconds.
        package func freshness(age: Double) -> Freshness {
            age <= liveAge ? .live : age <= goodAge ? .stale : .expired
        }
    }

    /// The freshness of the source that is worst off of those that an answer shows.
    public var freshness: Freshness
    /// The instant that the oldest of their messages gives; nil when none is applied.
    public var at: Date?

    /// One that an app makes itself, for previews and tests.
    public init(_ freshness: Freshness, at: Date? = nil) {
        self.freshness = freshness
        self.at = at
    }
}
