import ArgumentParser
import FeedReading
import Foundation
import SystemLayer
import TransitRealtime

@available(iOS 17, macOS 14, *)
struct RealtimeSourceOptions: ParsableArguments {
    @Option(
        name: .customLong("realtime"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Lay messages of GTFS Realtime over the timetable, from an https:, http: or file: URL. "
                + "${KEY} in it is an environment variable. If several feeds are served, the name "
                + "begins with that of its feed and a slash. Can be repeated.",
            valueName: "name=URL"))
    var sources: [String] = []

    @Option(
        name: .customLong("realtime-every"),
        help: ArgumentHelp(
            "The time between two requests for a message, such as 15s or 1m; NAME=15s sets it for "
                + "one source. Can be repeated.", valueName: "time"))
    var intervals: [String] = []

    @Option(
        name: .customLong("realtime-header-file"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send the headers in the lines of this file, such as a key, with requests to a source. "
                + "Read again at SIGHUP. Can be repeated.", valueName: "name=file"))
    var headerFiles: [String] = []

    @Option(
        name: .customLong("realtime-header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send a header with requests to a source; ${KEY} in it is an environment variable. Can "
                + "be repeated.", valueName: "name=header"))
    var headers: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use the sources under `realtime` in this feed definition, as with --realtime. Only "
                + "gtfs serve reads definitions. Can be repeated.", valueName: "file"))
    var definition: [String] = []

    var isEmpty: Bool { sources.isEmpty }

    /// The messages that are files, and the files of headers.
    func files(_ environment: [String: String]) throws -> [String] {
        let messages = try feeds(environment).map(\.source.url).filter(\.isFileURL).map(\.path)
        return try messages
            + headerFiles.map { try Self.pair($0, "--realtime-header-file").value }
    }

    private static let usualInterval = Duration.seconds(15)

    func feeds(
        _ environment: [String: String]
    ) throws -> [(feed: String?, source: RealtimeFeed)] {
        var names: Set<String> = []
        let every = try intervals(sources.map { try Self.pair($0, "--realtime").name })
        return try sources.map { text in
            let (name, address) = try Self.pair(text, "--realtime")
            guard names.insert(name).inserted else {
                throw ValidationError("--realtime names \(name) twice")
            }
            let url = try Self.url(address, of: name, environment)
            var source = RealtimeFeed(name, url, every: every[name] ?? Self.usualInterval)
            for header in try headers(of: name, environment) {
                source.headers[header.name.lowercased()] = header.value
            }
            guard source.headers.isEmpty || !url.isFileURL else {
                throw ValidationError("--realtime-header applies only to downloads, not to \(name)")
            }
            let parts = name.split(separator: "/", maxSplits: 1)
            guard parts.count == 2 else { return (nil, source) }
            source.name = String(parts[1])
            return (String(parts[0]), source)
        }
    }

    /// The parts of `NAME=VALUE`. A name may be any id of a feed and any name of its definition.
    private static func pair(
        _ text: String, _ option: String
    ) throws -> (name: String, value: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
            text.index(after: sign) < text.endIndex,
            text[..<sign].allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || "._~-/".contains($0))
            })
        else {
            // The value may be a secret.
            throw ValidationError(
                "\(option) needs a name of letters, digits and . _ ~ -, then =, and a value")
        }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    private static func url(
        _ text: String, of name: String, _ environment: [String: String]
    ) throws -> URL {
        let expanded: SecretText
        do {
            expanded = try EnvironmentText(text).expanded(environment, in: .url)
        } catch {
            throw ValidationError("--realtime \(name): \(error)")
        }
        guard let url = URL(string: expanded.value),
            url.isFileURL ? !url.path.isEmpty : url.host?.isEmpty == false,
            ["https", "http", "file"].contains(url.scheme?.lowercased())
        else {
            throw ValidationError("--realtime \(name) needs an https:, http: or file: URL")
        }
        return url
    }

    private func intervals(_ names: [String]) throws -> [String: Duration] {
        var found: [String: Duration] = [:]
        // A value for all does not replace that of one.
        let sorted = intervals.sorted { !$0.contains("=") && $1.contains("=") }
        for text in sorted {
            let isOfOne = text.contains("=")
            let (name, value) = isOfOne ? try Self.pair(text, "--realtime-every") : ("", text)
            guard let time = Self.duration(value) else {
                throw ValidationError(
                    "--realtime-every must be a time from 1s to 1h, such as 15s, not \(value)")
            }
            guard !isOfOne || names.contains(name) else { throw Self.unknown(name) }
            for name in isOfOne ? [name] : names { found[name] = time }
        }
        return found
    }

    private static func duration(_ text: String) -> Duration? {
        let units = ["s": 1, "m": 60, "h": 3600]
        guard let unit = text.last.flatMap({ units[String($0)] }), let count = Int(text.dropLast()),
            1...3600 ~= count, 1...3600 ~= count * unit
        else { return nil }
        return .seconds(count * unit)
    }

    private static func unknown(_ name: String) -> ValidationError {
        ValidationError("no --realtime has the name \(name)")
    }

    private func headers(
        of name: String, _ environment: [String: String]
    ) throws -> [HTTPHeader] {
        var found: [HTTPHeader] = []
        for text in headers {
            let (owner, value) = try Self.pair(text, "--realtime-header")
            guard owner == name else { continue }
            do {
                let line = try EnvironmentText(value).expanded(environment).value
                found.append(try Self.header(line, "--realtime-header \(name)"))
            } catch let error as UnusableValue {
                throw ValidationError("--realtime-header \(name): \(error)")
            }
        }
        for text in headerFiles {
            let (owner, path) = try Self.pair(text, "--realtime-header-file")
            guard owner == name else { continue }
            do {
                found += try HTTPHeader.lines(ofFile: path)
            } catch let error as UnusableValue {
                throw ValidationError("\(error)")
            }
        }
        return found
    }

    private static func header(_ line: String, _ place: String) throws -> HTTPHeader {
        guard let header = HTTPHeader(text: line) else {
            throw ValidationError("\(place) needs headers such as \"Authorization: …\"")
        }
        return header
    }

    func validate() throws {
        guard definition.isEmpty else {
            throw ValidationError(
                "--definition is read by gtfs serve, not by gtfs-serve itself")
        }
        let names = try sources.map { try Self.pair($0, "--realtime").name }
        for (options, name) in [
            (headers, "--realtime-header"), (headerFiles, "--realtime-header-file"),
        ] {
            for option in options {
                let owner = try Self.pair(option, name).name
                guard names.contains(owner) else { throw Self.unknown(owner) }
            }
        }
    }
}
