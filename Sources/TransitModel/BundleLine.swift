/// Which bundles share their integer keys: `Stop.sid` and `Route.rid`.
///
/// A bundle built upon an earlier one takes over its keys and its line; a bundle built upon none
/// assigns new keys and begins a new line. A key saved from a bundle of another line may belong to
/// any stop. So save the line beside the key, and the feed's own id in case the line changes:
///
/// ```swift
/// struct Favorite: Codable {
///     var sid: Int64
///     var stopID: String
///     var line: BundleLine?
/// }
/// let stop = bundle.recognizes(favorite.line)
///     ? try await bundle.stop(sid: favorite.sid)
///     : try await bundle.stop(id: favorite.stopID)
/// ```
public struct BundleLine: RawRepresentable, Codable, Hashable, Sendable {
    /// The digits from the bundle's table `metadata`.
    public let rawValue: String

    /// A line that an app has saved.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
