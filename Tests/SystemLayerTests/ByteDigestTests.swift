import SystemLayer
import TestSupport
import Testing

@Suite("The SHA-256 of bytes")
struct ByteDigestTests {
    @Test(
        "Of bytes at once, piece by piece, and of a file: FIPS 180-4's example of a million times a"
    )
    func million() throws {
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(ByteDigest.sha256(bytes) == expected)
        var digest = ByteDigest()
        bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: 333) {
                digest.update(
                    UnsafeRawBufferPointer(rebasing: all[start..<min(start + 333, all.count)]))
            }
        }
        #expect(digest.sha256 == expected && digest.count == 1_000_000)
        let folder = try TestFolder()
        let path = try folder.write("file", bytes)
        let file = try ByteDigest(file: path)
        #expect(file.sha256 == expected && file.count == 1_000_000)
        #expect(throws: FileError.self) { try ByteDigest(file: path + ".none") }
    }

    @Test("Of nothing")
    func nothing() {
        #expect(
            ByteDigest().sha256
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}
