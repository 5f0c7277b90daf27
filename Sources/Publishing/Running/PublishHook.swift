import SystemLayer

/// The command of a definition that runs after a publish: to purge a cache, to copy the folder to an
/// object store.
///
/// That it is due stands in a file that is there before the manifest and goes when the command has
/// succeeded: one that failed, or never ran because the process was killed, runs again the next time.
struct PublishHook {
    private let command: [String]?
    private let folder: PublishFolder

    init(_ definition: FeedDefinition, _ folder: PublishFolder) {
        command = definition.hook
        self.folder = folder
    }

    private var path: String { folder.stateFolder + "/hook-pending" }

    /// Whether it has not succeeded since the manifest was last installed.
    var isPending: Bool { command?.isEmpty == false && Files.exist(at: path) }

    /// Remembers that it is due.
    func announce() throws {
        guard command?.isEmpty == false else { return }
        try PublishFolder.write([], to: path)
    }

    /// Runs it; returns why it failed, nil when it did not.
    func run(_ manifest: Manifest, environment: [String: String]) -> String? {
        guard let command else { return nil }
        let version = manifest.next ?? manifest.current
        let own = [
            "GTFS_ID": manifest.id, "GTFS_FOLDER": folder.path,
            "GTFS_MANIFEST": folder.manifestPath, "GTFS_VERSION": version.version,
            "GTFS_BUNDLE": folder.file(version.bundle.name),
            "GTFS_PREVIOUS_VERSION": manifest.previous.first?.version ?? "",
        ]
        if let failure = HookCommand(command: command).run(own, environment: environment) {
            return failure
        }
        Files.remove(path)
        return nil
    }
}
