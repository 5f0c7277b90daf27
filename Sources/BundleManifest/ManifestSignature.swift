import SystemLayer

/// The signature of a manifest is in a file named after the manifest's own bytes.
///
/// A signature under a fixed name would belong to another manifest for a moment at every publish.
/// This one exists before the manifest, and never changes.
package enum ManifestSignature {
    private static let prefix = "manifest-"
    private static let suffix = ".sig"

    /// `manifest-<first 16 digits of the SHA-256 of the manifest>.sig`.
    package static func name(of manifest: [UInt8]) -> String {
        let hash = ByteDigest.sha256(manifest)
        return prefix + hash.prefix(16) + suffix
    }

    /// Whether a file is a signature of any manifest.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }
}
