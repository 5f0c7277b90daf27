import ArgumentParser
import CSQLite
import Logging
import SystemLayer
import TransitServer

/// `gtfs-serve`: answers questions about bundles over HTTP.
@available(macOS 14, iOS 17, tvOS 17, *)
struct GTFSServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-serve",
        abstract: "Answer questions about a bundle, or about what is published, over HTTP.",
        discussion: """
            PATH is a bundle, a folder that `gtfs update` publishes in, or a folder of such folders. \
            What is published meanwhile is taken over without a pause, within ten seconds or at \
            SIGHUP. SIGTERM and SIGINT end the server once its answers are sent.
            """)

    @Argument(help: "A bundle, a publish folder, or a folder of publish folders.")
    var path: String

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes a free one, which is printed.")
    var port = 8080

    @Option(help: "What `GET /` says; by default the feed's publisher and \"API\".")
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Pages of this origin may ask, such as https://example.org; * for all. Those of this "
                + "machine always may. Can be repeated.", valueName: "origin"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show figures for Prometheus at http://ADDRESS/metrics, such as 127.0.0.1:9180.",
            valueName: "address"))
    var metricsAddress: String?

    @Flag(
        help: ArgumentHelp(
            "End when standard input ends, as it does when the program that started this one has "
                + "gone."))
    var untilEndOfInput = false

    func validate() throws {
        guard 0...65_535 ~= port else {
            throw ValidationError("--port wants a number up to 65535, not \(port)")
        }
        if let wrong = allowOrigin.first(where: { !OriginPolicy.isOrigin($0) }) {
            throw ValidationError(
                "--allow-origin wants an origin such as https://example.org, or *, not \(wrong)")
        }
        if let metricsAddress, APIServer.Address(metricsAddress) == nil {
            throw ValidationError(
                "--metrics-address wants an address such as 127.0.0.1:9180, not \(metricsAddress)")
        }
    }

    func run() async throws {
        var logger = Logger(label: "gtfs-serve") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        var settings = ServerSettings.standard
        settings.title = title
        settings.origins = OriginPolicy(allowing: allowOrigin)
        settings.logger = logger
        let core = ServerCore(try await FeedCatalog(path: path), settings)
        try await APIServer(core).run(
            at: APIServer.Address(host: host, port: port),
            metrics: metricsAddress.flatMap(APIServer.Address.init)
        ) { address in
            Self.write("http://\(address)\n", to: .output)
            if untilEndOfInput { Self.endWithInput() }
        }
    }

    /// Waits aside for the end of standard input, and then ends as at SIGTERM.
    private static func endWithInput() {
        let isWatched = SystemThread.start(stackSize: 256 << 10) {
            StandardStream.input.waitForEnd()
            ThisProcess.askToEnd()
        }
        // A system without a thread left: to end is what was asked for.
        if !isWatched { ThisProcess.askToEnd() }
    }

    /// Writes a line. Nobody may be reading it: that is no reason not to serve.
    static func write(_ text: String, to stream: StandardStream) {
        do throws(SystemError) {
            try stream.write(text)
        } catch {
            return
        }
    }
}

/// Where the program begins.
@main
@available(iOS 17, macOS 14, *)
enum Main {
    /// Runs the command. Whatever it throws comes out here as one line and an exit code.
    static func main() async {
        EndingSignals.ignoreFailingWrites()
        // Whatever it says: it is faster, and nothing else.
        _ = gtfs_sqlite_count_no_memory()
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        do {
            let command = try GTFSServe.parseAsRoot()
            if let command = command as? GTFSServe {
                try await command.run()
            } else {
                // What the parser answers itself, such as a script that completes arguments.
                var command = command
                try command.run()
            }
        } catch {
            let code = GTFSServe.exitCode(for: error)
            // Help and the version are data: they go to standard output.
            if code == .success { GTFSServe.exit(withError: error) }
            let known = error as? ServingError
            let isUsage = code == .validationFailure
            let text = known?.description ?? GTFSServe.message(for: error)
            let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            GTFSServe.write(
                "gtfs-serve: \(known == nil && !isUsage ? "internal error: " : "")\(line)\n",
                to: .error)
            let number = known?.exitCode ?? (isUsage ? code.rawValue : 70)
            GTFSServe.exit(withError: ExitCode(number))
        }
    }
}
