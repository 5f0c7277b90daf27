import FeedReading

/// `on_failure` of a definition: the command that tells somebody of an update that was refused or
/// failed, once for each such run.
package struct FailureHook {
    /// What an environment takes is limited; a guard with a long list has much to say.
    private static let mostDetails = 8000

    private let definition: FeedDefinition
    private let folder: PublishFolder

    package init(_ definition: FeedDefinition, _ folder: PublishFolder) {
        self.definition = definition
        self.folder = folder
    }

    /// Tells of an error. That another run has the folder is none: that one tells what becomes of it.
    ///
    /// - Returns: why the command failed, nil when it did not. The error stays what it was.
    package func run(_ error: any Error, environment: [String: String]) -> String? {
        let diagnosed = error as? any DiagnosedError
        let details = (diagnosed?.details ?? []).joined(separator: "\n")
        var isRefused = false
        if case .refused? = error as? PublishingError { isRefused = true }
        return run(
            exitCode: diagnosed?.exitCode ?? 70, isRefused: isRefused,
            message: diagnosed?.description ?? "\(error)", details: details, environment)
    }

    /// Tells of an exit code.
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
