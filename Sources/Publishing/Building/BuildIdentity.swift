import FeedCompiling

/// Says with what a bundle was built: the tool, and the options that shape it. When it changes, a
/// feed that did not is built anew.
enum BuildIdentity {
    static func hash(_ build: BuildSettings, toolVersion: String) -> String {
        let settings: [String: JSONValue] = [
            "filter": build.filter.json,
            "subpath": build.subpath.map { .string($0) } ?? .null,
            "country_code": build.countryCode.map { .string($0) } ?? .null,
            "tool": .string(toolVersion),
            "manifest": .integer(Manifest.newestVersion),
        ]
        return String(FileDigest.sha256(JSONValue.object(settings).text).prefix(16))
    }
}
