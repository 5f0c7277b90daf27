import SystemLayer
import Testing

@Suite("Codes of messages")
struct MessageCodeTests {
    /// Cases 1, 2 and 6 of RFC 4231: the last has a key that is longer than a block.
    @Test(
        "HMAC-SHA256 is that of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func code(key: [UInt8], message: String, expected: String) {
        #expect(MessageCode.sha256(of: Array(message.utf8), key: key).hexadecimal == expected)
    }

    @Test("An empty key and an empty message have a code too")
    func empty() {
        #expect(
            MessageCode.sha256(of: [], key: []).hexadecimal
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test("Codes are equal when all their bytes are")
    func comparing() {
        let code: [UInt8] = [1, 2, 3]
        #expect(code.isEqual(inConstantTimeTo: [1, 2, 3]))
        for other: [UInt8] in [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]] {
            #expect(!code.isEqual(inConstantTimeTo: other))
        }
    }
}
