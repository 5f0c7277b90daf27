package import BundleManifest
import SystemLayer

/// Checks that a publish folder agrees with its manifest.
package enum PublicationCheck {
    /// The problems, one line each; empty when all is well.
    ///
    /// - Parameter key: when given, the manifest must be signed with it.
    package static func problems(_ folder: PublishFolder, key: VerifyingKey?) throws -> [String] {
        guard let manifest = try folder.manifest() else { return ["there is no manifest"] }
        var problems: [String] = []
        func check(_ name: String, _ bytes: Int, _ sha256: String) {
            guard let digest = try? ByteDigest(file: folder.file(name)) else {
                return problems.append("\(name) is missing")
            }
            if digest.count != bytes {
                problems.append("\(name) has \(digest.count) bytes instead of \(bytes)")
            } else if digest.sha256 != sha256 {
                problems.append("\(name) has other contents than the manifest says")
            }
        }
        for version in manifest.versions {
            for file in version.files { check(file.name, file.bytes, file.sha256) }
        }
        if let key, let problem = try ManifestSignature.problem(folder, key) {
            problems.append(problem)
        }
        return problems
    }
}
