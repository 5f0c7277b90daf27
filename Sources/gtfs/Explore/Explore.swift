import ArgumentParser
import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer

struct Explore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Look at a feed in a browser.",
        discussion: """
            Validates and builds the feed in a temporary folder, serves it on this machine, and prints \
            the address of its pages. A bundle, or a folder that `gtfs update` publishes in, is served \
            as it is. Ends with Ctrl-C, and leaves nothing behind. Needs the gtfs-serve beside gtfs.
            """)

    @OptionGroup(title: "Feed")
    var feed: FeedOptions

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 0

    @Option(help: "The title of the pages; by default the feed's publisher.")
    var title: String?

    @Flag(help: "Open the pages in the browser of this machine.")
    var open = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        guard 0...65_535 ~= port else {
            throw ValidationError("--port must be a number up to 65535, not \(port)")
        }
    }

    func run() throws {
        let program = try Serve.program
        let place = try ExploredPlace(feed, reporting)
        defer { place.discard() }
        let server = try ExploreServer(
            program, path: place.path,
            options: ["--port", "\(port)"] + (title.map { ["--title", $0] } ?? []))
        let address = server.address + "/explorer/"
        try StandardOutput.write(data: address + "\n")
        if open { openBrowser(address) }
        try server.wait()
    }

    /// Opens the address without waiting: some systems' openers run as long as the browser, which
    /// must not end with this program.
    private func openBrowser(_ address: String) {
        #if canImport(Darwin)
            let opener = "/usr/bin/open"
        #else
            let opener = "xdg-open"
        #endif
        let script = "command -v \"$1\" >/dev/null || exit 1; \"$1\" \"$2\" >/dev/null 2>&1 &"
        do throws(ChildFailure) {
            let shell = try ChildProcess(
                ["/bin/sh", "-c", script, "sh", opener, address],
                environment: ProcessInfo.processInfo.environment)
            if shell.wait() != .exit(0) { reporting.warn("--open: there is no \(opener)") }
        } catch {
            reporting.warn("--open: \(error)")
        }
    }
}

/// The `gtfs-serve` that shows the feed. It ends with this process, even if that is killed: its
/// standard input is a pipe that closes then.
final class ExploreServer {
    let address: String
    private let process: ChildProcess
    private let lifeline: ProcessPipe

    init(_ program: String, path: String, options: [String]) throws {
        var output: ProcessPipe
        do throws(SystemError) {
            lifeline = try ProcessPipe()
            output = try ProcessPipe()
        } catch {
            throw NoServer.cannotRun(program, reason: error.description)
        }
        do throws(ChildFailure) {
            process = try ChildProcess(
                [program, path, "--until-end-of-input"] + options,
                environment: ProcessInfo.processInfo.environment, input: lifeline.readingEnd,
                output: output.writingEnd)
        } catch {
            throw NoServer.cannotRun(program, reason: error.description)
        }
        output.closeWritingEnd()
        var line: String?
        do throws(SystemError) {
            line = try output.line()
        } catch {
            line = nil
        }
        guard let line else {
            // The server has already said why.
            throw ExitCode(Self.exitCode(process.wait()))
        }
        address = line
    }

    func wait() throws {
        throw ExitCode(Self.exitCode(process.wait()))
    }

    private static func exitCode(_ ending: ChildProcess.Ending) -> Int32 {
        switch ending {
        case .exit(let code): code
        case .signal(let number): 128 + number
        }
    }
}
