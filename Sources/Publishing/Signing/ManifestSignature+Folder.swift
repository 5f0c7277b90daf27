package import BundleManifest
import SystemLayer

/// The signatures of a publish folder.
extension ManifestSignature {
    /// How many signatures stay: readers of the previous manifest may still want its signature.
    private static let kept = 2

    /// Whether the manifest on disk has its signature.
    static func exists(in folder: PublishFolder) throws -> Bool {
        guard let bytes = try WholeFile.read(folder.manifestPath) else { return false }
        return try WholeFile.read(folder.file(name(of: bytes))) != nil
    }

    /// Whether there is a signature of any manifest.
    static func isThere(in folder: PublishFolder) -> Bool { !signatures(in: folder).isEmpty }

    /// Checks the manifest of a folder.
    ///
    /// - Returns: the problem; nil when the manifest is signed with the key.
    package static func problem(_ folder: PublishFolder, _ key: VerifyingKey) throws -> String? {
        guard let manifest = try WholeFile.read(folder.manifestPath) else {
            return "there is no manifest"
        }
        guard let signature = try WholeFile.read(folder.file(name(of: manifest))) else {
            // The name is derived from the manifest's bytes, so a changed manifest finds no
            // signature.
            return signatures(in: folder).isEmpty
                ? "the manifest is not signed"
                : "the manifest is not the one that was signed: it was changed, or written "
                    + "without the key"
        }
        return key.accepts(signature, of: manifest)
            ? nil : "the signature of the manifest is of another key"
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
