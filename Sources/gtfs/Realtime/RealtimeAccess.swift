import ArgumentParser
import FeedReading
import Foundation
import GTFSRealtime

struct RealtimeAccess: ParsableArguments {
    @OptionGroup
    var download: DownloadOptions

    @Option(
        name: .customLong("http-header-file"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send the headers in the lines of this file, such as a key; repeatable. "
                + "${KEY} in a header, or in a URL, is an environment variable.",
            valueName: "file"), transform: ArgumentSpelling.restored)
    var httpHeaderFiles: [String] = []

    var hasHeaders: Bool { !download.httpHeaders.isEmpty || !httpHeaderFiles.isEmpty }

    func check(_ location: String) throws {
        guard !location.isEmpty else { throw ValidationError("the name of the message is empty") }
        if hasHeaders, !FeedLocation(location).isURL {
            throw ValidationError("--http-header applies only to downloads")
        }
    }

    /// The bytes of a message, whatever they are, and whether gzip packed them although no header said so.
    func body(at location: String) throws -> (bytes: [UInt8], isPacked: Bool) {
        guard FeedLocation(location).isURL else {
            return try content(location, headers: [])
        }
        let (place, headers): (String, [HTTPHeader])
        do {
            let environment = ProcessInfo.processInfo.environment
            place = try EnvironmentText(location).expanded(environment, in: .url).value
            headers =
                try download.httpHeaders.map { header in
                    let value = try EnvironmentText(header.value).expanded(environment).value
                    guard let header = HTTPHeader(name: header.name, value: value) else {
                        throw ValidationError(
                            "--http-header \(header.name): its value has control characters")
                    }
                    return header
                } + httpHeaderFiles.flatMap(HTTPHeader.lines)
        } catch let error as UnusableValue {
            throw ValidationError("\(error)")
        }
        return try content(
            place, shownAs: FeedLocation(location).description, headers: headers)
    }

    private func content(
        _ place: String, shownAs shown: String? = nil, headers: [HTTPHeader]
    ) throws -> (bytes: [UInt8], isPacked: Bool) {
        var options = ArchiveOptions(httpHeaders: headers, userAgent: Tool.userAgent)
        options.download.allowsPrivateRedirects = download.allowPrivateRedirects
        return try WholeInput.content(
            place, shownAs: shown, atMost: FeedMessage.largestSize, options: options)
    }

    func message(at location: String) throws -> FeedMessage {
        let bytes = try body(at: location).bytes
        do throws(RealtimeDamage) {
            return try FeedMessage(bytes)
        } catch {
            throw UnreadableMessage(source: FeedLocation(location).description, damage: error)
        }
    }
}

struct UnreadableMessage: DiagnosedError {
    let source: String
    let damage: RealtimeDamage

    var exitCode: Int32 { 65 }

    var description: String { "\(source): \(damage)" }
}
