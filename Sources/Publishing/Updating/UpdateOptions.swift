#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What is asked of an update beside the definition.
package struct UpdateOptions: Sendable {
    /// Where to publish, whatever the definition says.
    package var publishFolder: String?
    /// Guards that are not asked.
    package var overridden: Set<GuardName> = []
    /// Builds and publishes even if nothing changed.
    package var rebuilds = false
    /// Seconds to wait for another run to end.
    package var waiting = 0
    /// Where variables of definitions are looked up.
    package var environment: [String: String] = [:]
    package var temporaryDirectory = "/tmp"
    package var toolVersion = "0"
    package var userAgent = "swift-gtfs"
    /// What the clock shows; for tests.
    package var now: @Sendable () -> Date = { Date() }

    package init() {}
}
