import ArgumentParser
import FeedReading
import SystemLayer

/// `gtfs serve`: becomes the `gtfs-serve` beside this program. That is a separate program because a
/// server needs more code than all other verbs together.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a bundle, or published feeds, over HTTP.",
        discussion: """
            Runs the gtfs-serve beside gtfs; `gtfs serve --help` shows its options. It is given \
            the sources of live data in definitions (--definition FILE); keys stay in the \
            environment.
            """)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of gtfs-serve.")
    var arguments: [String] = []

    func run() throws {
        let program = try Self.program
        let parted = try ServedDefinitions.parted(arguments)
        let reason = try HandedArguments.give(parted.sources) { handed in
            ThisProcess.becomeProgram(program, arguments: parted.arguments + handed)
        }
        throw NoServer.cannotRun(program, reason: reason.description)
    }

    static var program: String {
        get throws {
            let folder = Folder.split(ThisProcess.programPath ?? "./gtfs").folder
            let program = folder + "/gtfs-serve"
            guard knownStatus(program)?.kind == .file else { throw NoServer.missing(program) }
            return program
        }
    }
}

enum NoServer: DiagnosedError, Hashable {
    case missing(String)
    case cannotRun(String, reason: String)

    var exitCode: Int32 { 69 }

    var description: String {
        switch self {
        case .missing(let path): "there is no \(path), which does the serving"
        case .cannotRun(let path, let reason): "\(path): cannot be run: \(reason)"
        }
    }

    var details: [String] {
        switch self {
        case .missing:
            ["  build it with `swift build -c release --product gtfs-serve`, or put it beside gtfs"]
        case .cannotRun: []
        }
    }
}
