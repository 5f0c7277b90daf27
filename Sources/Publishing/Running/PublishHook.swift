/// The command of a definition that runs after a publish: to purge a cache, to copy the folder to an
/// object store.
struct PublishHook {
    let command: [String]
    let folder: PublishFolder
    let manifest: Manifest

    /// Runs it; returns why it failed, nil when it did not.
    func run(environment: [String: String]) -> String? {
        let version = manifest.next ?? manifest.current
        let own = [
            "GTFS_ID": manifest.id, "GTFS_FOLDER": folder.path,
            "GTFS_MANIFEST": folder.manifestPath, "GTFS_VERSION": version.version,
            "GTFS_BUNDLE": folder.file(version.bundle.name),
            "GTFS_PREVIOUS_VERSION": manifest.previous.first?.version ?? "",
        ]
        do throws(ChildFailure) {
            // What it prints is no data of ours.
            let child = try ChildProcess(
                command, environment: environment.merging(own) { _, own in own }, output: 2)
            let ending = child.wait()
            switch ending {
            case .exit(0): return nil
            case .exit(let code): return "\(command[0]) exited with \(code)"
            case .signal(let number): return "\(command[0]) was ended by signal \(number)"
            }
        } catch {
            return error.description
        }
    }
}
