import Foundation
package import SystemLayer

/// The public half of the Ed25519 key that signs manifests: checks signatures. Its file contains
/// only 32 bytes in base64.
package struct VerifyingKey: Sendable {
    private let bytes: [UInt8]

    package init(_ key: Ed25519Key) {
        bytes = key.open
    }

    package init?(bytes: [UInt8]) {
        guard bytes.count == Ed25519Key.size else { return nil }
        self.bytes = bytes
    }

    package init(path: String) throws(UnusableKey) {
        guard let key = VerifyingKey(bytes: try Base64Key.read(path)) else {
            throw UnusableKey(path: path, reason: "is not a public Ed25519 key of 32 bytes")
        }
        self = key
    }

    package var text: String { Data(bytes).base64EncodedString() }

    package func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = Base64Key.bytes(String(decoding: signature, as: UTF8.self)) else {
            return false
        }
        return Ed25519Key.isSignature(signature, of: bytes, open: self.bytes)
    }
}

package struct UnusableKey: Error, Hashable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}

package enum Base64Key {
    /// The largest file that is read as a key or a signature: they have 45 and 89 bytes.
    package static let mostBytes = 4 << 10

    /// - Parameter name: the file's name in errors; its path when nil.
    package static func read(
        _ path: String, shownAs name: String? = nil
    ) throws(UnusableKey) -> [UInt8] {
        let name = name ?? path
        var text: [UInt8]?
        do throws(FileError) {
            text = try WholeFile.read(path, atMost: mostBytes)
        } catch {
            text = nil
        }
        guard let text else {
            throw UnusableKey(path: name, reason: "there is no readable file")
        }
        guard let bytes = bytes(String(decoding: text, as: UTF8.self)) else {
            throw UnusableKey(path: name, reason: "is not base64")
        }
        return bytes
    }

    /// The bytes of a text, ignoring blanks and line breaks; nil when it is not base64.
    package static func bytes(_ text: String) -> [UInt8]? {
        let line = text.split(whereSeparator: \.isWhitespace).joined()
        return Data(base64Encoded: line).map(Array.init)
    }
}

/// The signature of a manifest is in a file named after the manifest's own bytes.
///
/// A signature under a fixed name would belong to another manifest for a moment at every
/// publication. This one exists before the manifest, and never changes.
package enum ManifestSignature {
    private static let prefix = "manifest-"
    private static let suffix = ".sig"

    /// The name of the file: `manifest-<first 16 digits of the SHA-256 of the manifest>.sig`.
    package static func name(of manifest: [UInt8]) -> String {
        let hash = ByteDigest.sha256(manifest)
        return prefix + hash.prefix(16) + suffix
    }

    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }
}
