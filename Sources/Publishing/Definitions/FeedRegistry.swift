import FeedReading

/// A DMFR file, the form of Transitland's feed registry: its feeds with GTFS Schedule data.
///
/// If a feed needs a key, it is taken from the variable `TRANSITLAND_<ONESTOP ID>`, in capitals and
/// with `_` for everything but letters and digits; for basic authentication that is `user:password`
/// in Base64. Feeds of other kinds, and those without a current URL, are skipped.
enum FeedRegistry {
    static func load(_ path: String) throws(DefinitionError) -> [FeedDefinitions.Loaded] {
        guard let root = JSONValue(text: try DefinitionFiles.text(path)) else {
            throw DefinitionError(file: path, line: nil, reason: "is not JSON")
        }
        guard case .array(let feeds)? = root["feeds"] else {
            throw DefinitionError(
                file: path, line: nil, reason: "is not a DMFR file: it has no list feeds")
        }
        return feeds.enumerated().compactMap { index, feed -> FeedDefinitions.Loaded? in
            guard feed["spec"]?.idText == "gtfs" else { return nil }
            let id = feed["id"]?.idText ?? feed["onestop_id"]?.idText
            do throws(UnusableValue) {
                guard let id else { throw UnusableValue("has no id") }
                return try definition(feed, id: id, file: path).map { .success($0) }
            } catch {
                return .failure(
                    DefinitionError(
                        file: path, line: nil, reason: "feed \(id ?? "\(index + 1)"): \(error)"))
            }
        }
    }

    private static func definition(
        _ feed: JSONValue, id: String, file: String
    ) throws(UnusableValue) -> FeedDefinition? {
        guard let address = feed["urls"]?["static_current"]?.idText else { return nil }
        // The part after # does not belong to the URL: it is the place of the feed in the archive.
        let parts = address.split(separator: "#", maxSplits: 1).map(String.init)
        let key = RegistryKey(variable: EnvironmentName.make("TRANSITLAND_", id), file: file)
        let login = feed["authorization"]
        let source = try key.source(
            parts.first ?? "", isWholeURLSecret: login?["type"]?.idText == "replace_url")
        var definition = FeedDefinition(
            id: FeedIdentifier.make(from: id), file: file, sources: [source])
        definition.build.subpath = parts.count > 1 ? parts[1] : nil
        let parameter = login?["param_name"]?.idText ?? ""
        switch login?["type"]?.idText {
        case "header":
            definition.headers = [try key.header(parameter)]
        case "basic_auth":
            definition.headers = [try key.header("Authorization", scheme: "Basic ")]
        case "query_param":
            definition.query = [NamedTemplate(name: parameter, value: try key.template())]
        case "path_segment":
            definition.sources = [
                FeedSource(
                    template: try key.template(
                        source.template.text.replacing("{}", with: key.reference)))
            ]
        case nil, "replace_url": break
        case let type?: throw UnusableValue("authorization of an unknown type \(type)")
        }
        let licence = feed["license"]
        definition.licence = licence?["spdx_identifier"]?.idText
        definition.licenceURL = licence?["url"]?.idText
        definition.attribution =
            licence?["attribution_text"]?.idText ?? licence?["attribution_instructions"]?.idText
        return definition
    }
}

/// The registry does not contain the key, but an environment variable does.
struct RegistryKey {
    let variable: String
    let file: String

    var reference: String { "${\(variable)}" }

    func template(_ text: String? = nil) throws(UnusableValue) -> Template {
        try Template(text ?? reference, file: file)
    }

    func header(_ name: String, scheme: String = "") throws(UnusableValue) -> NamedTemplate {
        guard HTTPHeader.isName(name) else {
            throw UnusableValue("\(name) is not the name of a header")
        }
        return NamedTemplate(name: name, value: try template(scheme + reference))
    }

    func source(_ url: String, isWholeURLSecret: Bool = false) throws(UnusableValue) -> FeedSource {
        if isWholeURLSecret { return FeedSource(template: try template()) }
        guard FeedLocation(url).isURL else {
            throw UnusableValue("has no http(s) URL: \(FeedLocation(url).description)")
        }
        return FeedSource(template: try template(url.replacing("${", with: "$${")))
    }
}
