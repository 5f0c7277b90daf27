import FeedReading

/// The key to a feed of a registry, which does not hold it: a variable of the environment.
struct RegistryKey {
    let variable: String
    let file: String

    /// The variable in a template.
    var reference: String { "${\(variable)}" }

    /// A template that is the key, or the given one.
    func template(_ text: String? = nil) throws(UnusableValue) -> Template {
        try Template(text ?? reference, file: file)
    }

    /// A header that holds the key.
    func header(_ name: String, scheme: String = "") throws(UnusableValue) -> NamedTemplate {
        guard HTTPHeader.isName(name) else { throw UnusableValue("\(name) is no name of a header") }
        return NamedTemplate(name: name, value: try template(scheme + reference))
    }

    /// A source at a URL of the registry, in which nothing is a variable.
    func source(_ url: String, isWholeURLSecret: Bool = false) throws(UnusableValue) -> FeedSource {
        if isWholeURLSecret { return FeedSource(template: try template()) }
        guard case .url = FeedLocation(url).kind else {
            throw UnusableValue("has no http(s) URL: \(url)")
        }
        return FeedSource(template: try template(url.replacing("${", with: "$${")))
    }
}
