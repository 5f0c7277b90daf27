import TransitBundle
import TransitModel
import TransitSample

/// The questions of the app's screens.
func source(_ path: String?) throws -> any TransitSource {
    guard let path else { return CannedSource.sample() }
    return try TransitBundleStore(path: path)
}
