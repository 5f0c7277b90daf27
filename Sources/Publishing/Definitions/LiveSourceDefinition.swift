import FeedReading

package struct LiveSourceDefinition: Sendable, Equatable {
    package let name: String
    package let url: Template
    package var headers: [NamedTemplate] = []
    /// The absolute path of a file with headers in its lines.
    package var headersFile: String?
    /// Seconds between two requests.
    package var every = 15
}

extension LiveSourceDefinition {
    enum Key: String, DefinitionKey {
        case name, url, headers, every
        case headersFile = "headers_file"
    }

    init(_ value: DefinitionNode, number: Int) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        guard let node = keys[.url] else { throw value.fail("there is no key url") }
        url = try node.template()
        let text = url.text
        let isURL = ["https://", "http://", "file:///"].contains { text.hasPrefix($0) }
        guard isURL || url.beginsWithVariable else {
            throw node.fail("expected an http(s) or file URL")
        }
        name = try keys[.name]?.text() ?? "\(number)"
        guard FeedIdentifier.isValid(name) else {
            throw (keys[.name] ?? value).fail(FeedIdentifier.words)
        }
        headers = try keys[.headers]?.headers() ?? []
        headersFile = try keys[.headersFile]?.path()
        if let time = try keys[.every]?.duration() {
            every = Int(time.components.seconds)
            guard 1...3600 ~= every else {
                throw (keys[.every] ?? value).fail("expected a time from 1s to 1h")
            }
        }
    }
}
