import ArgumentParser
import FeedReading
import GTFSRealtime

struct RealtimeAccess: ParsableArguments {
    @Option(
        name: .customLong("http-header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A header for the download, \"Name: value\"; repeatable. Not sent to other hosts.",
            valueName: "header"), transform: HTTPHeader.read)
    var httpHeaders: [HTTPHeader] = []

    @Flag(
        help: "Follow redirects from the internet to private addresses, such as 127.0.0.1.")
    var allowPrivateRedirects = false

    func check(_ location: String) throws {
        guard !location.isEmpty else { throw ValidationError("the name of the message is empty") }
        if case .url = FeedLocation(location).kind { return }
        if !httpHeaders.isEmpty {
            throw ValidationError("--http-header applies only to downloads")
        }
    }

    /// The bytes of a message, whatever they are, and whether gzip packed them although no header said so.
    func body(at location: String) throws -> (bytes: [UInt8], isPacked: Bool) {
        var options = ArchiveOptions(httpHeaders: httpHeaders, userAgent: Tool.userAgent)
        options.download.allowsPrivateRedirects = allowPrivateRedirects
        return try WholeInput.content(
            location, atMost: FeedMessage.largestSize, options: options)
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
