package import BundleManifest
import FeedReading
import Foundation
import SystemLayer

/// Its file contains only 32 bytes in base64.
package struct SigningKey {
    private let key: Ed25519Key

    package init() {
        key = Ed25519Key()
    }

    package init(_ template: Template, _ environment: [String: String]) throws {
        let text = try template.expanded(environment).value
        // A key may well begin with a slash. The value of a variable is never shown.
        if let bytes = Base64Key.bytes(text), bytes.count == Ed25519Key.size {
            key = try Self.key(bytes, template.text)
            return
        }
        guard text.hasPrefix("/") else {
            throw UnusableKey(
                path: template.text, reason: "is neither a path nor a key in base64")
        }
        key = try Self.key(Base64Key.read(text, shownAs: template.text), template.text)
    }

    private static func key(_ bytes: [UInt8], _ path: String) throws -> Ed25519Key {
        guard let key = Ed25519Key(secret: bytes) else {
            throw UnusableKey(path: path, reason: "is not an Ed25519 key of 32 bytes")
        }
        return key
    }

    var open: VerifyingKey { VerifyingKey(key) }

    /// 64 bytes in base64 with a line break.
    func signature(of bytes: [UInt8]) throws -> String.UTF8View {
        guard let signature = key.signature(of: bytes) else {
            throw UnusableKey(path: "OpenSSL", reason: "cannot sign with Ed25519 here")
        }
        return (Data(signature).base64EncodedString() + "\n").utf8
    }

    package var files: (secret: String, open: String) {
        (
            Data(key.secret).base64EncodedString() + "\n",
            Data(key.open).base64EncodedString() + "\n"
        )
    }
}

extension UnusableKey: DiagnosedError {
    package var exitCode: Int32 { 64 }
}

extension ManifestSignature {
    static func isThere(in folder: PublishFolder) -> Bool { !signatures(in: folder).isEmpty }

    enum Problem: String {
        case noManifest = "there is no manifest"
        case unsigned = "the manifest is not signed"
        case changed =
            "the manifest is not the one that was signed: it was changed, or written without the key"
        case otherKey = "the manifest was signed with a different key"
    }

    static func problem(_ folder: PublishFolder, _ keys: [VerifyingKey]) throws -> Problem? {
        guard let manifest = try folder.manifestBytes() else { return .noManifest }
        let signature = try PublishFolder.read(
            folder.file(name(of: manifest)), atMost: Base64Key.mostBytes)
        guard let signature else {
            // The name is derived from the manifest's bytes, so a changed manifest finds no
            // signature.
            return signatures(in: folder).isEmpty ? .unsigned : .changed
        }
        return keys.contains { $0.accepts(signature, of: manifest) } ? nil : .otherKey
    }

    private static func signatures(in folder: PublishFolder) -> [String] {
        Folder.names(in: folder.path).filter(isName)
    }

    /// Removes all but those of some manifests, whose bytes name them: times do not tell which are
    /// needed once the clock was set.
    static func sweep(_ folder: PublishFolder, keeping manifests: [[UInt8]]) {
        let kept = Set(manifests.map { name(of: $0) })
        for name in signatures(in: folder) where !kept.contains(name) {
            Files.remove(folder.file(name))
        }
    }
}
