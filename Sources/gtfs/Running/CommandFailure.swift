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
        var message: String
        var details: [String] = []
        switch error {
        case let error as any DiagnosedError:
            (message, exitCode) = (error.description, error.exitCode)
            details = error.details
        case let error as TransitBundleError:
            // SQLite's message may quote the schema, a text by the file's maker.
            message = TerminalText.line(error.description)
            exitCode = Self.exitCode(of: error)
        case let error as TransitSourceError: (message, exitCode) = (error.description, 66)
        case let error as APIFailure:
            (message, exitCode) = (TerminalText.line(error.message), Self.exitCode(of: error))
        case let error as CostlyMessage:
            (message, exitCode) = (TerminalText.line(error.description), 65)
        case let error as BundleDeltaError:
            (message, exitCode) = (error.description, Self.exitCode(of: error))
        case let code as ExitCode: (message, exitCode) = ("", code.rawValue)
        default:
            let code = GTFS.exitCode(for: error)
            let isUsage = code == .validationFailure
            message = ArgumentSpelling.restored(GTFS.message(for: error))
            if !isUsage { message = "internal error: " + (message.isEmpty ? "\(error)" : message) }
            exitCode = isUsage ? code.rawValue : 70
        }
        // The parser, and errors about files, repeat what they were given.
        let arguments = CommandLine.arguments.dropFirst()
        self.message = ShownURL.hiding(arguments, in: message)
        self.details = details.map { ShownURL.hiding(arguments, in: $0) }
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
