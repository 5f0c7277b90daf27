import BundleManifest
import FeedReading
import SystemLayer

/// For example to purge a cache or to copy the folder to an object store.
///
/// A file records that it is due. It is written before the manifest and removed when the command
/// has succeeded, so a command that failed, or never ran because the process was killed, runs next
/// time.
struct PublishHook {
    private let command: [String]?
    private let folder: PublishFolder

    init(_ definition: FeedDefinition, _ folder: PublishFolder) {
        command = definition.hook
        self.folder = folder
    }

    private var path: String { folder.stateFolder + "/hook-pending" }

    var isPending: Bool { command?.isEmpty == false && Files.exist(at: path) }

    func announce() throws {
        guard command?.isEmpty == false else { return }
        try PublishFolder.write([], to: path)
    }

    func run(_ manifest: Manifest, environment: [String: String]) -> String? {
        guard let command else { return nil }
        let version = manifest.next ?? manifest.current
        let own = [
            "GTFS_ID": manifest.id, "GTFS_FOLDER": folder.path,
            "GTFS_MANIFEST": folder.manifestPath, "GTFS_VERSION": version.version,
            "GTFS_BUNDLE": folder.file(version.bundle.name),
            "GTFS_FEED": version.feed.map { folder.file($0.name) } ?? "",
            "GTFS_PREVIOUS_VERSION": manifest.previous.first?.version ?? "",
        ]
        if let failure = HookCommand(command: command).run(own, environment: environment) {
            return failure
        }
        Files.remove(path)
        return nil
    }
}

/// `on_failure` of a definition: the command that reports a refused or failed update, once for each
/// such run.
package struct FailureHook {
    /// The size of an environment is limited, and a guard with a long list has much to say.
    private static let mostDetails = 8000

    private let definition: FeedDefinition
    private let folder: PublishFolder

    package init(_ definition: FeedDefinition, _ folder: PublishFolder) {
        self.definition = definition
        self.folder = folder
    }

    /// Reports an error. A folder held by another run is not one: that run reports its own result.
    package func run(_ error: any Error, environment: [String: String]) -> String? {
        let diagnosed = error as? any DiagnosedError
        let details = (diagnosed?.details ?? []).joined(separator: "\n")
        var isRefused = false
        if case .refused? = error as? PublishingError { isRefused = true }
        return run(
            exitCode: diagnosed?.exitCode ?? 70, isRefused: isRefused,
            message: diagnosed?.description ?? "\(error)", details: details, environment)
    }

    package func run(
        exitCode: Int32, isRefused: Bool = false, message: String, details: String = "",
        _ environment: [String: String]
    ) -> String? {
        guard let command = definition.onFailure, exitCode != 75 else { return nil }
        let status = UpdateStatus.load(folder)
        let own = [
            "GTFS_ID": definition.id, "GTFS_FOLDER": folder.path,
            "GTFS_EXIT_CODE": "\(exitCode)", "GTFS_RESULT": isRefused ? "refused" : "failed",
            "GTFS_MESSAGE": TerminalText.safe(message, limit: 2000),
            "GTFS_DETAILS": String(details.prefix(Self.mostDetails)),
            "GTFS_VERSION": status?.version ?? "",
            "GTFS_FAILING_SINCE": status?.failingSince ?? "",
        ]
        return HookCommand(command: command).run(own, environment: environment)
            .map { "on_failure: \($0)" }
    }
}

package struct HookCommand {
    /// A command that hangs would make every later run wait.
    package static let longestSeconds = 900

    private let command: [String]
    private let seconds: Int

    package init(command: [String], seconds: Int = Self.longestSeconds) {
        self.command = command
        self.seconds = seconds
    }

    package func run(_ variables: [String: String], environment: [String: String]) -> String? {
        guard let program = command.first else { return nil }
        do throws(ChildFailure) {
            // Its output is not our data.
            let child = try ChildProcess(
                command, environment: environment.merging(variables) { _, own in own }, output: 2)
            switch child.wait(atMost: seconds) {
            case .exit(0): return nil
            case .exit(let code): return "\(program) exited with \(code)"
            case .signal(let number): return "\(program) was ended by signal \(number)"
            }
        } catch {
            return error.description
        }
    }
}
