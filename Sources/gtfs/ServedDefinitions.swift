import ArgumentParser
import Publishing

/// Definitions among the arguments of `gtfs serve`: `gtfs-serve` reads none.
enum ServedDefinitions {
    private static let option = "--definition"

    /// The arguments without definitions, and those for their sources of live data. These may hold
    /// keys, as values of variables or as written, and are for ``HandedArguments``.
    static func parted(
        _ arguments: [String]
    ) throws -> (arguments: [String], sources: [String]) {
        var others: [String] = []
        var found: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == option {
                guard let path = rest.popFirst() else {
                    throw ValidationError("\(option) needs a file")
                }
                found += try sources(path)
            } else if argument.hasPrefix(option + "=") {
                found += try sources(String(argument.dropFirst(option.count + 1)))
            } else {
                others.append(argument)
            }
        }
        return (others, found)
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
