package import BundleManifest
import SystemLayer

package enum PublicationCheck {
    /// One line each. The manifest must be signed with one of the keys, if there are any.
    package static func problems(
        _ folder: PublishFolder, keys: [VerifyingKey] = []
    ) throws -> [String] {
        guard let manifest = try folder.manifest() else { return ["there is no manifest"] }
        var problems = problems(folder, of: manifest.versions)
        if !keys.isEmpty, let problem = try ManifestSignature.problem(folder, keys) {
            problems.append(problem.rawValue)
        }
        return problems
    }

    static func problems(_ folder: PublishFolder, of versions: [Manifest.Version]) -> [String] {
        var problems: [String] = []
        func check(_ name: String, bytes: Int, sha256: String) {
            guard let digest = folder.digest(name) else {
                return problems.append("\(name) is missing")
            }
            if digest.count != bytes {
                problems.append("\(name) has \(digest.count) bytes instead of \(bytes)")
            } else if digest.sha256 != sha256 {
                problems.append("\(name) has other contents than the manifest says")
            }
        }
        for version in versions {
            for file in version.files { check(file.name, bytes: file.bytes, sha256: file.sha256) }
        }
        return problems
    }
}
