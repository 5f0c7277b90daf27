import ArgumentParser
import Publishing

/// Definitions among the arguments of `gtfs serve`: `gtfs-serve` reads none.
enum ServedDefinitions {
    private static let option = "--definition"

    /// The arguments with those for the sources of live data in place of definitions. Variables of the
    /// environment stay variables, so that no list of processes shows a key.
    static func replaced(in arguments: [String]) throws -> [String] {
        var replaced: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == option {
                guard let path = rest.popFirst() else {
                    throw ValidationError("\(option) wants a file")
                }
                replaced += try sources(path)
            } else if argument.hasPrefix(option + "=") {
                replaced += try sources(String(argument.dropFirst(option.count + 1)))
            } else {
                replaced.append(argument)
            }
        }
        return replaced
    }

    private static func sources(_ path: String) throws -> [String] {
        let definition = try FeedDefinition.load(path)
        guard !definition.realtime.isEmpty else {
            throw ValidationError("\(path): has no sources of live data under realtime")
        }
        return definition.realtime.flatMap { source in
            let name = "\(definition.id)/\(source.name)"
            var arguments = [
                "--realtime", "\(name)=\(source.url.text)", "--realtime-every",
                "\(name)=\(source.every)s",
            ]
            for header in source.headers {
                arguments += ["--realtime-header", "\(name)=\(header.name): \(header.value.text)"]
            }
            if let file = source.headersFile {
                arguments += ["--realtime-header-file", "\(name)=\(file)"]
            }
            return arguments
        }
    }
}
