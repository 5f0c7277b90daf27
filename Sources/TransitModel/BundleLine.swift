/// Which bundles share their integer keys: `Stop.sid` and `Route.rid`.
///
/// A bundle that is built upon an earlier one takes over its keys and its line; one that is built
/// upon none gives keys out anew, and begins a line. A key that was saved from a bundle of another
/// line is a number that may belong to any stop. So save the line beside the key, and the feed's own
/// id for when the line changes:
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
    /// The digits that the bundle's table `metadata` has.
    public let rawValue: String

    /// A line that an app has saved.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
