import Crypto
import FeedReading
import SystemLayer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An Ed25519 key that signs manifests. Its file holds 32 bytes in base64, and nothing else.
package struct SigningKey {
    private let key: Curve25519.Signing.PrivateKey

    /// A new key.
    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Reads the key that a definition names: a path, or a variable that holds a path or the key.
    package init(_ template: Template, _ environment: [String: String]) throws {
        let text = try template.expanded(environment).value
        // A key may well begin with a slash. What a variable holds is never shown.
        if let bytes = Base64Key.bytes(text), bytes.count == 32 {
            key = try Self.key(bytes, template.text)
            return
        }
        guard text.hasPrefix("/") else {
            throw PublishingError.unusableKey(
                path: template.text, reason: "is neither a path nor a key in base64")
        }
        key = try Self.key(Base64Key.read(text, shownAs: template.text), template.text)
    }

    private static func key(
        _ bytes: [UInt8], _ path: String
    ) throws -> Curve25519.Signing.PrivateKey {
        do {
            return try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        } catch {
            throw PublishingError.unusableKey(path: path, reason: "is no Ed25519 key of 32 bytes")
        }
    }

    /// 64 bytes in base64 and a line break.
    func signature(of bytes: [UInt8]) throws -> String.UTF8View {
        (try key.signature(for: bytes).base64EncodedString() + "\n").utf8
    }

    /// The key's two halves as the texts of their files.
    package var files: (secret: String, open: String) {
        (
            Data(key.rawRepresentation).base64EncodedString() + "\n",
            Data(key.publicKey.rawRepresentation).base64EncodedString() + "\n"
        )
    }
}

/// Checks signatures.
package struct VerifyingKey {
    private let key: Curve25519.Signing.PublicKey

    package init(path: String) throws {
        do {
            key = try Curve25519.Signing.PublicKey(rawRepresentation: Base64Key.read(path))
        } catch let error as PublishingError {
            throw error
        } catch {
            throw PublishingError.unusableKey(
                path: path, reason: "is no public Ed25519 key of 32 bytes")
        }
    }

    /// Whether a signature's text belongs to these bytes.
    func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = Base64Key.bytes(String(decoding: signature, as: UTF8.self)) else {
            return false
        }
        return key.isValidSignature(signature, for: bytes)
    }
}

/// The text of a key or of a signature.
enum Base64Key {
    static func read(_ path: String, shownAs name: String? = nil) throws -> [UInt8] {
        let name = name ?? path
        guard let text = try? WholeFile.read(path) else {
            throw PublishingError.unusableKey(path: name, reason: "there is no readable file")
        }
        guard let bytes = bytes(String(decoding: text, as: UTF8.self)) else {
            throw PublishingError.unusableKey(path: name, reason: "is not base64")
        }
        return bytes
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let line = text.split(whereSeparator: \.isWhitespace).joined()
        return Data(base64Encoded: line).map(Array.init)
    }
}
