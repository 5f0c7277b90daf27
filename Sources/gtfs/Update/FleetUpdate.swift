import ArgumentParser
import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer

/// Updates many feeds, each in a process of its own: a feed that fails, crashes or uses up memory
/// does not stop the others.
struct FleetUpdate {
    private let command: Update
    private let feeds: [FeedDefinitions.Loaded]
    private let sharing: [Int: String]

    init(_ command: Update, _ feeds: [FeedDefinitions.Loaded]) {
        self.command = command
        self.feeds = feeds
        sharing = Self.sharing(feeds, command)
    }

    func run() throws {
        let all = Parallel.map(Array(feeds.indices), atMost: command.fleet.jobs ?? 1) {
            runFeed($0)
        }
        let worst = all.map(\.code).max { Self.rank($0) < Self.rank($1) } ?? 0
        let table = FleetTable(all)
        if command.reporting.logFormat == .json {
            table.report(as: command.reporting)
        } else if !command.reporting.quiet || worst != 0 {
            try StandardOutput.write(table.text)
        }
        do {
            try command.writeMetrics(all.map(\.health))
        } catch  where worst != 0 {
            CommandFailure(error).report(as: command.reporting.logFormat)
        }
        if worst != 0 { throw ExitCode(worst) }
        if all.contains(where: \.isExpiring), command.expiringExit != 0 {
            throw ExitCode(command.expiringExit)
        }
    }

    /// A feed held by another run is less severe than a refusal, and a refusal less than a failure.
    private static func rank(_ code: Int32) -> Int32 {
        switch code {
        case 0: 0
        case 75: 1
        case 2: 2
        default: code + 100
        }
    }

    /// The feeds that share their folder with an earlier feed: they would overwrite each other.
    private static func sharing(
        _ feeds: [FeedDefinitions.Loaded], _ command: Update
    ) -> [Int: String] {
        var owners: [String: String] = [:]
        var sharing: [Int: String] = [:]
        for (index, feed) in feeds.enumerated() {
            guard let definition = try? feed.get(),
                let path = command.folder(of: definition)?.path
            else { continue }
            if let owner = owners[path] {
                sharing[index] = owner
            } else {
                owners[path] = definition.id
            }
        }
        return sharing
    }

    private func runFeed(_ index: Int) -> FeedEnding {
        switch feeds[index] {
        case .failure(let error):
            CommandFailure(error).report(as: command.reporting.logFormat)
            let name = (error.file as NSString).lastPathComponent
            return FeedEnding(
                name: name, code: error.exitCode, message: error.description, maxAge: 0)
        case .success(let definition):
            if let other = sharing[index] {
                let message = "the feed \(other) publishes into the same folder"
                return FeedEnding(
                    name: definition.id, code: failed(definition, 64, message), message: message,
                    maxAge: definition.maxAge)
            }
            let code = runChild(definition)
            let message = code == 0 ? "done" : Self.words(for: code)
            let health = command.health(of: definition, code: code, message: message)
            // When a run never wrote its status, the status is that of an earlier run.
            let own = health.status.flatMap { $0.exitCode == code ? $0 : nil }
            let expiry = own?.expiry(
                at: Date().timeIntervalSince1970, limit: definition.expiryLimit)
            return FeedEnding(
                name: definition.id, code: code, message: own?.message ?? message, status: own,
                maxAge: definition.maxAge, isExpiring: code == 0 && expiry?.isNear == true)
        }
    }

    private func runChild(_ definition: FeedDefinition) -> Int32 {
        var arguments = [
            Self.executable, "update", command.definitions, "--only", definition.id,
            "--log-format", command.reporting.logFormat.rawValue,
        ]
        if let publish = command.publish { arguments += ["--publish", publish] }
        if let form = command.publishFeed { arguments += ["--publish-feed", form.rawValue] }
        if let folder = command.temporaryDirectory {
            arguments += ["--temporary-directory", folder]
        }
        if let wait = command.wait { arguments += ["--wait", "\(wait.seconds)"] }
        if command.allowPrivateRedirects { arguments.append("--allow-private-redirects") }
        for key in command.publicKey { arguments += ["--public-key", key] }
        for forced in command.force { arguments += ["--force", forced.text] }
        if command.reporting.quiet || command.reporting.logFormat == .text {
            arguments.append("--quiet")
        }
        do throws(ChildFailure) {
            let environment = ProcessInfo.processInfo.environment
            switch try ChildProcess(arguments, environment: environment).wait() {
            case .exit(let code): return code
            case .signal(let number):
                return failed(definition, 70, "its process was terminated by signal \(number)")
            }
        } catch {
            return failed(definition, 70, error.description)
        }
    }

    /// Says why the run of a feed failed that cannot say so itself, also to the feed's hook.
    private func failed(_ definition: FeedDefinition, _ code: Int32, _ message: String) -> Int32 {
        StandardError.write("gtfs: \(definition.id): \(message)\n")
        guard let folder = command.folder(of: definition) else { return code }
        let failure = FailureHook(definition, folder).run(
            exitCode: code, message: message, ProcessInfo.processInfo.environment)
        if let failure { StandardError.write("gtfs: \(definition.id): \(failure)\n") }
        return code
    }

    private static var executable: String {
        Bundle.main.executablePath ?? CommandLine.arguments[0]
    }

    private static func words(for code: Int32) -> String {
        switch code {
        case 75: "another run is using the folder"
        default: "failed with exit code \(code)"
        }
    }
}

struct FeedEnding: Sendable {
    let name: String
    let code: Int32
    let message: String
    var status: UpdateStatus?
    let maxAge: Int
    var isExpiring = false

    var health: RunHealth {
        RunHealth(
            id: name,
            status: status ?? .failed(id: name, exitCode: code, message: message, over: nil),
            maxAge: maxAge)
    }
}
