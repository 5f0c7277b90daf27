import ArgumentParser
import CSQLite
import Foundation
import Logging
import SystemLayer
import TransitExplorer
import TransitServer

@available(macOS 14, iOS 17, tvOS 17, *)
struct GTFSServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-serve",
        abstract: "Serve a bundle, or published feeds, over HTTP.",
        discussion: """
            PATH is a bundle, a folder that `gtfs update` publishes in, or a folder of such folders. \
            The server switches to newly published versions without a pause, within ten seconds or \
            at SIGHUP. SIGTERM and SIGINT end the server once its answers are sent, within ten \
            seconds. If systemd passes sockets (LISTEN_FDS), --host and --port have no effect.
            """,
        version: ToolVersion.text)

    /// Three for each of NIO's threads on a large machine, a pool of readers for a bundle, and some
    /// connections.
    private static let neededDescriptors = 64

    @Argument(help: "A bundle, a publish folder, or a folder of publish folders.")
    var path: String

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one, which is printed.")
    var port = 8080

    @Option(help: "The message of `GET /`; by default the feed's publisher and \"API\".")
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Allow requests from pages of this origin, such as https://example.org, or * for all. "
                + "Pages of this machine are always allowed. Can be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show streets under the explorer's maps, from a server such as "
                + "https://tiles.example.org/{z}/{x}/{y}.png. Readers' browsers send requests to "
                + "it.",
            valueName: "address"))
    var tiles: String?

    @Option(
        help: ArgumentHelp(
            "The attribution to show on maps with --tiles, such as \"© OpenStreetMap "
                + "contributors\".", valueName: "text"))
    var tilesAttribution: String?

    @Option(
        help: ArgumentHelp(
            "Show figures for Prometheus at http://ADDRESS/metrics, such as 127.0.0.1:9180.",
            valueName: "address"))
    var metricsAddress: String?

    @Option(
        help: ArgumentHelp(
            "The most connections to accept at a time; others wait. Fewer if the system lets the "
                + "server open fewer files.", valueName: "count"))
    var maxConnections = ConnectionLimits().connections

    @Option(
        help: ArgumentHelp(
            "The most requests from each client per minute; answers that nothing has changed do "
                + "not count.", valueName: "requests"))
    var rateLimit: Int?

    @Option(
        help: ArgumentHelp(
            "A proxy, or a network such as 10.0.0.0/8, whose X-Forwarded-For or Forwarded header "
                + "names the client. Can be repeated.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Require one of the tokens in this file, one per line, as Authorization: Bearer. Read "
                + "again at SIGHUP.", valueName: "file"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Require requests to be signed, as schema/api.md says, with one of the secrets in this "
                + "file, one per line. Read again at SIGHUP.", valueName: "file"))
    var signingKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Append a line of JSON for each answer to this file, or to standard error with -.",
            valueName: "file"))
    var accessLog: String?

    @OptionGroup var realtime: RealtimeSourceOptions

    @Flag(
        help: ArgumentHelp(
            "End when standard input ends, which it does when the program that started the server "
                + "ends."))
    var untilEndOfInput = false

    func validate() throws {
        guard 0...65_535 ~= port else {
            throw ValidationError("--port must be a number up to 65535, not \(port)")
        }
        if let wrong = allowOrigin.first(where: { !OriginPolicy.isOrigin($0) }) {
            throw ValidationError(
                "--allow-origin must be an origin such as https://example.org, or *, not \(wrong)")
        }
        guard maxConnections > 0 else {
            throw ValidationError(
                "--max-connections must be a number of at least 1, not \(maxConnections)")
        }
        if let rateLimit, !(1...1_000_000 ~= rateLimit) {
            throw ValidationError(
                "--rate-limit must be a number from 1 to 1000000, not \(rateLimit)")
        }
        var proxies = TrustedProxies()
        if let wrong = trustedProxy.first(where: { !proxies.add($0) }) {
            throw ValidationError(
                "--trusted-proxy must be an address, or a network such as 10.0.0.0/8, not \(wrong)")
        }
        guard (tiles == nil) == (tilesAttribution == nil) else {
            throw ValidationError(
                tiles == nil
                    ? "--tiles-attribution needs --tiles"
                    : "--tiles needs --tiles-attribution")
        }
        if let tiles, mapTiles == nil {
            throw ValidationError(
                "--tiles must be an address such as https://tiles.example.org/{z}/{x}/{y}.png, not "
                    + tiles)
        }
        _ = try realtime.feeds(ProcessInfo.processInfo.environment)
        if let metricsAddress, APIServer.Address(metricsAddress) == nil {
            throw ValidationError(
                "--metrics-address must be an address such as 127.0.0.1:9180, not "
                    + "\(metricsAddress)")
        }
    }

    private var mapTiles: MapTiles? {
        tiles.flatMap { MapTiles(template: $0, attribution: tilesAttribution ?? "") }
    }

    func run() async throws {
        var logger = Logger(label: "gtfs-serve") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        var settings = ServerSettings()
        settings.title = title
        settings.origins = OriginPolicy(allowing: allowOrigin)
        settings.logger = logger
        settings.tiles = mapTiles
        try checkAccessLog()
        try guardSettings(&settings)
        let sources = LiveSources(
            try realtime.feeds(ProcessInfo.processInfo.environment), fetching: MessageDownload(),
            clock: settings.clock, log: { Self.write("gtfs-serve: \($0)\n", to: .error) },
            reading: { [realtime] in
                try realtime.feeds(ProcessInfo.processInfo.environment)
            })
        // Each message is taken apart into many small blocks, and gone a moment later.
        if !realtime.isEmpty { FreedMemory.returnsToSystem() }
        let core = ServerCore(try await FeedCatalog(path: path, sources: sources), settings)
        let metrics = metricsAddress.flatMap(APIServer.Address.init)
        let sockets = ServiceManager.sockets
        if sockets.isEmpty {
            let address = APIServer.Address(host: host, port: port)
            try await APIServer(core).run(at: address, metrics: metrics) { address in
                Self.write("http://\(address)\n", to: .output)
                begin()
            }
        } else {
            try await APIServer(core).run(atSockets: sockets, metrics: metrics, running: begin)
        }
        settings.accessLog?.finish()
    }

    @Sendable private func begin() {
        do throws(SystemError) {
            try ServiceManager.tell("READY=1")
        } catch {
            Self.write("gtfs-serve: cannot notify the service manager: \(error)\n", to: .error)
        }
        if untilEndOfInput { Self.endWithInput() }
    }

    private func checkAccessLog() throws {
        guard let accessLog else { return }
        let inputs =
            try [tokenFile, signingKeyFile].compactMap(\.self)
            + realtime.files(ProcessInfo.processInfo.environment)
        try AccessLogPlace(serving: path, inputs: inputs).check(accessLog)
    }

    private func guardSettings(_ settings: inout ServerSettings) throws(ServingError) {
        // A server without descriptors cannot even accept the connections that it would close.
        // Bundles and the program need some too.
        let descriptors = ThisProcess.raiseDescriptorLimit() - FeedCatalog.descriptors
        // NIO ends the process when its threads find none.
        let free = DescriptorRoom.free(upTo: Self.neededDescriptors)
        guard free == Self.neededDescriptors else {
            throw .tooFewDescriptors(free: free, needed: Self.neededDescriptors)
        }
        settings.limits.connections = min(maxConnections, max(16, descriptors))
        settings.limiter = rateLimit.map { RateLimiter(perMinute: $0) }
        for proxy in trustedProxy { _ = settings.proxies.add(proxy) }
        if tokenFile != nil || signingKeyFile != nil {
            settings.keys = try AccessKeys(tokenFile: tokenFile, secretFile: signingKeyFile)
        }
        if let accessLog {
            settings.accessLog = try AccessLog(path: accessLog, clock: settings.clock)
        }
    }

    /// Waits in the background for the end of standard input, and then ends the process as at
    /// SIGTERM.
    private static func endWithInput() {
        let isWatched = SystemThread.start(stackSize: 256 << 10) {
            StandardStream.input.waitForEnd()
            ThisProcess.askToEnd()
        }
        // The system has no thread left; ending is what was asked for.
        if !isWatched { ThisProcess.askToEnd() }
    }

    /// Writes a line. It may have no reader, which is no reason not to serve.
    static func write(_ text: String, to stream: StandardStream) {
        do throws(SystemError) {
            try stream.write(text)
        } catch {
            return
        }
    }
}

@main
@available(iOS 17, macOS 14, *)
enum Main {
    static func main() async {
        EndingSignals.ignoreFailingWrites()
        // The result does not matter: this only makes things faster.
        _ = gtfs_sqlite_count_no_memory()
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        do {
            let command = try GTFSServe.parseAsRoot(
                HandedArguments.taken(Array(CommandLine.arguments.dropFirst())))
            if let command = command as? GTFSServe {
                try await command.run()
            } else {
                // The parser's own answers, such as a script for completing arguments.
                var command = command
                try command.run()
            }
        } catch {
            let code = GTFSServe.exitCode(for: error)
            if code == .success { answer(GTFSServe.fullMessage(for: error)) }
            let known = error as? ServingError
            let isUsage = code == .validationFailure
            let text = known?.description ?? GTFSServe.message(for: error)
            let line = ShownURL.hiding(CommandLine.arguments.dropFirst(), in: text)
                .split(whereSeparator: \.isNewline).joined(separator: " ")
            GTFSServe.write(
                "gtfs-serve: \(known == nil && !isUsage ? "internal error: " : "")\(line)\n",
                to: .error)
            let number = known?.exitCode ?? (isUsage ? code.rawValue : 70)
            GTFSServe.exit(withError: ExitCode(number))
        }
    }

    /// Ends with help, the version or a script for completing arguments. They are data: they go to
    /// standard output, and a part of them is a failure.
    private static func answer(_ text: String) -> Never {
        do throws(SystemError) {
            if !text.isEmpty { try StandardStream.output.write(text + "\n") }
        } catch {
            if error == .brokenPipe {
                GTFSServe.exit(withError: ExitCode(EndingSignals.brokenPipeExitCode))
            }
            GTFSServe.write(
                "gtfs-serve: standard output: cannot be written: \(error)\n", to: .error)
            GTFSServe.exit(withError: ExitCode(74))
        }
        GTFSServe.exit()
    }
}
