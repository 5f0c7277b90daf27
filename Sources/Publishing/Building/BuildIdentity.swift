import BundleCodec
import BundleManifest
import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import SystemLayer

/// When the tool, the layout that it writes, or a part of the definition that shapes bundles
/// changes, an unchanged feed is built again.
package enum BuildIdentity {
    /// - Parameters:
    ///   - definition: its window as dates, not as words for them. Its policy is included, because
    ///     a version's reports and counts follow it.
    ///   - layout: the bundle's `PRAGMA user_version`.
    package static func hash(
        _ definition: FeedDefinition, toolVersion: String,
        layout: Int = BundleHeader.versions.upperBound
    ) -> String {
        let build = definition.build
        let terms = definition.terms
        let policy = definition.policy
        var settings: [String: JSONValue] = [
            "filter": build.filter.json,
            "subpath": build.subpath.map { .string($0) } ?? .null,
            "country_code": build.countryCode.map { .string($0) } ?? .null,
            "terms": .array(
                [terms.licence, terms.licenceURL, terms.attribution].map { text in
                    text.map { .string($0) } ?? .null
                }),
            "tool": .string(toolVersion),
            "layout": .integer(layout),
            "manifest": .integer(Manifest.newestVersion),
        ]
        if policy != ValidationPolicy() {
            settings["ignore"] = .array(policy.ignored.sorted().map { .string($0) })
            settings["severity"] = JSONValue(
                policy.severities.mapValues { .string($0.rawValue) })
        }
        if build.validatesSource { settings["validate_source"] = .bool(true) }
        if let feed = definition.publishedFeed { settings["publish_feed"] = .string(feed.rawValue) }
        return String(ByteDigest.sha256(JSONValue(settings).text.utf8).prefix(16))
    }
}
