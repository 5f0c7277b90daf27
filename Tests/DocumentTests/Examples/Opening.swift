import TransitBundle
import TransitModel

/// What the screens of the app ask.
func source(_ path: String?) throws -> any TransitSource {
    guard let path else { return CannedSource.sample() }
    return try TransitBundleStore(path: path)
}
