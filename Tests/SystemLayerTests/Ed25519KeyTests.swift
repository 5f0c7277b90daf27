import SystemLayer
import Testing

@Suite("Keys that sign")
struct Ed25519KeyTests {
    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    /// Test 2 of RFC 8032, section 7.1.
    @Test("Keys and signatures are those of RFC 8032")
    func reference() throws {
        let key = try #require(
            Ed25519Key(
                secret: bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")))
        #expect(
            key.open.hexadecimal
                == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        // Signatures by others must be accepted; those made here need not be the same on all
        // systems.
        let signature = bytes(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(Ed25519Key.isSignature(signature, of: [0x72], open: key.open))
    }

    @Test("Only the right signature of the right message by the right key is accepted")
    func refused() throws {
        let key = Ed25519Key()
        let message = Array("a manifest".utf8)
        let signature = try #require(key.signature(of: message))
        #expect(signature.count == 64)
        #expect(Ed25519Key.isSignature(signature, of: message, open: key.open))
        #expect(!Ed25519Key.isSignature(signature, of: message + [0], open: key.open))
        #expect(!Ed25519Key.isSignature(signature, of: message, open: Ed25519Key().open))
        for index in signature.indices {
            var other = signature
            other[index] ^= 1
            #expect(!Ed25519Key.isSignature(other, of: message, open: key.open))
        }
        for other in [[], Array(signature.dropLast()), signature + [0]] {
            #expect(!Ed25519Key.isSignature(other, of: message, open: key.open))
        }
        #expect(!Ed25519Key.isSignature(signature, of: message, open: []))
    }

    @Test("A key of another length is refused, and its halves make it again")
    func halves() throws {
        #expect(Ed25519Key(secret: []) == nil)
        #expect(Ed25519Key(secret: [UInt8](repeating: 1, count: 33)) == nil)
        let key = Ed25519Key()
        #expect(Ed25519Key(secret: key.secret)?.open == key.open)
        #expect(Ed25519Key().secret != key.secret)
    }

    @Test("An empty message can be signed")
    func empty() throws {
        let key = Ed25519Key()
        let signature = try #require(key.signature(of: []))
        #expect(Ed25519Key.isSignature(signature, of: [], open: key.open))
    }
}
