import ArgumentParser
import FeedReading
import Foundation
import Publishing

/// Updates many feeds, each in a process of its own: one that fails, crashes or eats all memory does
/// not stop the others.
struct FleetUpdate {
    private let command: Update
    private let feeds: [FeedDefinitions.Loaded]

    init(_ command: Update, _ feeds: [FeedDefinitions.Loaded]) {
        self.command = command
        self.feeds = feeds
    }

    /// Runs all, tells how they ended in one table, and exits with the worst code.
    func run() throws {
        let endings = FeedEndings(count: feeds.count)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = command.fleet.jobs ?? 1
        let update = self
        for index in feeds.indices {
            queue.addOperation { endings.set(index, update.runFeed(index)) }
        }
        queue.waitUntilAllOperationsAreFinished()
        let all = endings.all
        try command.writeMetrics(
            feeds.map { feed in
                (try? feed.get()).flatMap(command.folder(of:))
            })
        let worst = all.map(\.code).max() ?? 0
        if command.reporting.logFormat == .text, !command.reporting.quiet || worst != 0 {
            try StandardOutput.write(FleetTable(all).text)
        }
        if worst != 0 { throw ExitCode(worst) }
    }

    private func runFeed(_ index: Int) -> FeedEnding {
        switch feeds[index] {
        case .failure(let error):
            CommandFailure(error).report(as: command.reporting.logFormat)
            let name = (error.file as NSString).lastPathComponent
            return FeedEnding(name: name, code: error.exitCode, message: error.description)
        case .success(let definition):
            let code = runChild(definition)
            let status = command.folder(of: definition)
                .flatMap { try? UpdateStatus.load($0) }
            // A run that never got to write its status left that of an earlier one.
            let own = status.flatMap { $0.exitCode == code ? $0 : nil }
            return FeedEnding(
                name: definition.id, code: code,
                message: own?.message ?? (code == 0 ? "done" : Self.words(for: code)),
                status: own)
        }
    }

    private func runChild(_ definition: FeedDefinition) -> Int32 {
        var arguments = [
            Self.executable, "update", command.definitions, "--only", definition.id,
            "--log-format", command.reporting.logFormat.rawValue,
        ]
        if let publish = command.publish { arguments += ["--publish", publish] }
        if let folder = command.temporaryDirectory {
            arguments += ["--temporary-directory", folder]
        }
        if command.wait > 0 { arguments += ["--wait", "\(command.wait)"] }
        for forced in command.force { arguments += ["--force", forced.text] }
        if command.reporting.quiet || command.reporting.logFormat == .text {
            arguments.append("--quiet")
        }
        do throws(ChildFailure) {
            let environment = ProcessInfo.processInfo.environment
            return try ChildProcess(arguments, environment: environment).wait().code
        } catch {
            StandardError.write("gtfs: \(definition.id): \(error.description)\n")
            return 70
        }
    }

    private static var executable: String {
        Bundle.main.executablePath ?? CommandLine.arguments[0]
    }

    private static func words(for code: Int32) -> String {
        switch code {
        case 75: "another run has the folder"
        case 129...: "ended by signal \(code - 128)"
        default: "failed with exit code \(code)"
        }
    }
}

/// How the update of one feed ended.
struct FeedEnding: Sendable {
    let name: String
    let code: Int32
    let message: String
    var status: UpdateStatus?
}

/// The endings of feeds that were updated side by side.
private final class FeedEndings: @unchecked Sendable {
    // Sendable: `endings` is touched only with the lock held.
    private let lock = NSLock()
    private var endings: [FeedEnding?]

    init(count: Int) {
        endings = Array(repeating: nil, count: count)
    }

    func set(_ index: Int, _ ending: FeedEnding) {
        lock.withLock { endings[index] = ending }
    }

    var all: [FeedEnding] { lock.withLock { endings.compactMap { $0 } } }
}
