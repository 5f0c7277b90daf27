package import Foundation
package import TransitBundle
package import TransitRealtime

/// Counts the runs under way that live data covers.
package protocol CoverageSource: Sendable {
    func coverage(
        of view: LiveView, _ version: String, over bundle: TransitBundle, at minute: Date
    ) async throws -> LiveCoverage?
}
