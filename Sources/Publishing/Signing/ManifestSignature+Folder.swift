import BundleManifest
import SystemLayer

/// The signatures of a publish folder.
extension ManifestSignature {
    /// The number of signatures that stay: readers of the previous manifest may still want its
    /// signature.
    private static let kept = 2

    /// Whether there is a signature of any manifest.
    static func isThere(in folder: PublishFolder) -> Bool { !signatures(in: folder).isEmpty }

    /// The reason why a manifest does not count as signed.
    enum Problem: String {
        case noManifest = "there is no manifest"
        case unsigned = "the manifest is not signed"
        case changed =
            "the manifest is not the one that was signed: it was changed, or written without the key"
        case otherKey = "the manifest was signed with a different key"
    }

    /// Checks the manifest of a folder.
    ///
    /// - Returns: the problem; nil when the manifest is signed with one of the keys.
    static func problem(_ folder: PublishFolder, _ keys: [VerifyingKey]) throws -> Problem? {
        guard let manifest = try WholeFile.read(folder.manifestPath) else { return .noManifest }
        guard let signature = try WholeFile.read(folder.file(name(of: manifest))) else {
            // The name is derived from the manifest's bytes, so a changed manifest finds no
            // signature.
            return signatures(in: folder).isEmpty ? .unsigned : .changed
        }
        return keys.contains { $0.accepts(signature, of: manifest) } ? nil : .otherKey
    }

    /// The names of all signatures of any manifest.
    private static func signatures(in folder: PublishFolder) -> [String] {
        Folder.names(in: folder.path).filter(isName)
    }

    /// Removes all but the latest.
    static func sweep(_ folder: PublishFolder) {
        let byAge = signatures(in: folder).map {
            name -> (name: String, seconds: Int, nanoseconds: Int) in
            guard let status = knownStatus(folder.file(name)) else { return (name, 0, 0) }
            return (name, status.modifiedSeconds, status.modifiedNanoseconds)
        }
        .sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }
        for old in byAge.dropFirst(kept) { Files.remove(folder.file(old.name)) }
    }
}
