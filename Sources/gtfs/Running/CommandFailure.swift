import ArgumentParser
import BundleDelta
import FeedReading
import SystemLayer
import TransitAPI
import TransitBundle
import TransitRealtime

/// The error of a verb as the user sees it: the one place where an error becomes a line on standard
/// error and an exit code.
struct CommandFailure {
    /// One line. Empty when everything has been said before.
    let message: String
    let details: [String]
    let exitCode: Int32

    init(_ error: any Error) {
        let diagnosed = error as? any DiagnosedError
        let (message, exitCode) =
            diagnosed.map { ($0.description, $0.exitCode) } ?? Self.words(for: error)
        // The parser, and errors about files, repeat what they were given.
        let arguments = CommandLine.arguments.dropFirst()
        self.message = ShownURL.hiding(arguments, in: message)
        details = (diagnosed?.details ?? []).map { ShownURL.hiding(arguments, in: $0) }
        self.exitCode = exitCode
    }

    private static func words(for error: any Error) -> (message: String, exitCode: Int32) {
        switch error {
        case let error as TransitBundleError:
            // SQLite's message may quote the schema, a text by the file's maker.
            return (TerminalText.line(error.description), exitCode(of: error))
        case let error as TransitSourceError: return (error.description, 66)
        case let error as APIFailure: return (TerminalText.line(error.message), exitCode(of: error))
        case let error as CostlyMessage: return (TerminalText.line(error.description), 65)
        case let error as BundleDeltaError: return (error.description, exitCode(of: error))
        case let code as ExitCode: return ("", code.rawValue)
        default:
            let code = GTFS.exitCode(for: error)
            let text = ArgumentSpelling.restored(GTFS.message(for: error))
            guard code != .validationFailure else { return (text, code.rawValue) }
            return ("internal error: " + (text.isEmpty ? "\(error)" : text), 70)
        }
    }

    private static func exitCode(of error: TransitBundleError) -> Int32 {
        switch error {
        case .missing: 66
        case .notABundle, .zip, .newer, .truncated, .wrongDigest, .unreadable, .damaged,
            .tooMuchText:
            65
        }
    }

    private static func exitCode(of error: APIFailure) -> Int32 {
        switch error.code {
        case .notFound, .gone: 66
        case .serverError: 65
        default: 64
        }
    }

    private static func exitCode(of error: BundleDeltaError) -> Int32 {
        switch error {
        case .missing: 66
        case .unusable, .otherFile, .tooLarge: 65
        case .cannotRead, .cannotWrite: 74
        }
    }

    func report(as format: LogFormat) {
        guard !message.isEmpty else { return }
        switch format {
        case .text:
            let lines = message.split(whereSeparator: \.isNewline).joined(separator: " ")
            StandardError.write((["gtfs: \(lines)"] + details).joined(separator: "\n") + "\n")
        case .json:
            var members: [String: JSONValue] = [
                "event": .string("error"), "message": .string(message),
                "exitCode": .integer(Int(exitCode)),
            ]
            if !details.isEmpty { members["details"] = .array(details.map { .string($0) }) }
            StandardError.write(data: JSONValue(members).text + "\n")
        }
    }
}
