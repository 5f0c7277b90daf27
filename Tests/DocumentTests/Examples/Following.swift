import Foundation
import TransitBundle
import TransitClient

/// Brings the bundle of an app up to date, and says what changed.
func refresh(
    _ store: TransitBundleStore, from server: URL, by transport: any Transport
) async throws -> BundleUpdateReport {
    var settings = BundleUpdater.Settings()
    settings.byteLimit = 20_000_000
    settings.allowsExpensiveNetwork = false
    let updater = try BundleUpdater(
        server, store: store, transport: transport, settings: settings)
    return try await updater.update()
}
