import FeedReading

package struct LiveSourceDefinition: Sendable, Equatable {
    package private(set) var name: String
    package let url: Template
    package private(set) var headers: [NamedTemplate] = []
    /// The absolute path of a file with headers in its lines.
    package private(set) var headersFile: String?
    /// Seconds between two requests.
    package private(set) var every = 15

    static let keys = DefinitionKeys<LiveSourceDefinition>(
        required: "url",
        [
            "name": { $0.name = try FeedIdentifier.checked($1.text()) },
            "headers": { $0.headers = try $1.headers() },
            "headers_file": { $0.headersFile = try $1.path() },
            "every": { source, node in
                source.every = Int(try node.duration().components.seconds)
                guard 1...3600 ~= source.every else {
                    throw UnusableValue("expected a time from 1s to 1h")
                }
            },
        ])

    init(_ value: DefinitionNode, number: Int) throws(DefinitionError) {
        let mapping = try DefinitionMapping(value, Self.keys)
        let node = try mapping.required()
        name = "\(number)"
        url = try node.template()
        let isURL = ["https://", "http://", "file:///"].contains { url.text.hasPrefix($0) }
        guard isURL || url.beginsWithVariable else {
            throw node.fail("expected an http(s) or file URL")
        }
        try mapping.read(into: &self)
    }
}
