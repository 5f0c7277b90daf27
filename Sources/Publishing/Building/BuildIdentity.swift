import BundleWriting
import FeedCompiling

/// Says with what a bundle was built: the tool, the layout that it writes, and the options that
/// shape it. When it changes, a feed that did not is built anew.
package enum BuildIdentity {
    /// - Parameter layout: the bundle's `PRAGMA user_version`.
    package static func hash(
        _ build: BuildSettings, toolVersion: String,
        layout: Int = PublishedBundle.versions.upperBound
    ) -> String {
        let settings: [String: JSONValue] = [
            "filter": build.filter.json,
            "subpath": build.subpath.map { .string($0) } ?? .null,
            "country_code": build.countryCode.map { .string($0) } ?? .null,
            "tool": .string(toolVersion),
            "layout": .integer(layout),
            "manifest": .integer(Manifest.newestVersion),
        ]
        return String(FileDigest.sha256(JSONValue.object(settings).text).prefix(16))
    }
}
