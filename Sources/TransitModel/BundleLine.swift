/// Which bundles share their integer keys: `Stop.sid` and `Route.rid`.
///
/// A bundle built upon an earlier one takes over its keys and its line; a bundle built upon none
/// assigns new keys and begins a new line. A key saved from a bundle of another line may belong to
/// any stop. So save the line beside the key, and the feed's own id in case the line changes:
///
/// ```swift
/// let stop = try await bundle.stop(id: "QUAY")
/// let saved = (sid: stop.sid, stopID: stop.stopID, line: bundle.line)
/// let favorite =
///     try await bundle.recognizes(saved.line)
///     ? bundle.stop(sid: saved.sid) : bundle.stop(id: saved.stopID)
/// ```
public struct BundleLine: RawRepresentable, Codable, Hashable, Sendable {
    /// The digits from the bundle's table `metadata`.
    public let rawValue: String

    /// A line that an app has saved.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
