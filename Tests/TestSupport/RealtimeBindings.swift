import Foundation
package import Testing

/// The second opinion on messages of GTFS Realtime: scripts of `Tests/oracle` that use the Python package
/// gtfs-realtime-bindings.
package enum RealtimeBindings {
    /// The folder with the package; `.ci/run` installs it.
    package static let folder = ProcessInfo.processInfo.environment["GTFS_REALTIME_BINDINGS"]

    package static func run(
        _ script: String, _ arguments: [String], folder: TestFolder
    ) throws -> ProcessRun.Result {
        try ProcessRun.run(
            "/usr/bin/env",
            ["PYTHONPATH=\(self.folder ?? "")", "python3"]
                + ["\(PackageRoot.path)/Tests/oracle/\(script)"] + arguments, folder: folder)
    }
}

extension Trait where Self == ConditionTrait {
    /// For a test that asks the Python package: elsewhere it is reported as skipped, with the reason.
    package static var realtimeBindings: Self {
        .enabled(
            if: RealtimeBindings.folder != nil,
            "GTFS_REALTIME_BINDINGS does not name the folder of gtfs-realtime-bindings")
    }
}
