import FeedReading
import TestSupport
import Testing

@Suite("Hashes of feeds")
struct ArchiveContentHashTests {
    private func hash(_ files: [(name: String, text: String)], chunk: Int = 7) -> String {
        var hash = ContentHash()
        for file in files {
            let bytes = Array(file.text.utf8)
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                bytes[start..<start + min(chunk, bytes.count - start)].withUnsafeBytes {
                    hash.update($0)
                }
            }
            hash.finishMember(file.name)
        }
        return hash.value()
    }

    @Test("Order and reading in pieces do not matter; names and content do")
    func contentHash() {
        let value = hash(TinyFeed.files)
        #expect(value.count == 37)
        #expect(hash(TinyFeed.files.reversed(), chunk: 1000) == value)
        #expect(hash([("a.txt", "1"), ("b.txt", "2")]) != hash([("a.txt", "2"), ("b.txt", "1")]))
        #expect(hash([("a.txt", "1")]) != hash([("b.txt", "1")]))
    }

    @Test("The value is the documented one")
    func documentedValue() {
        // printf 'a.txt\0' | cat - <(printf x | xxhsum -H128 | cut -c1-32 | xxd -r -p) | xxhsum -H128
        #expect(hash([("a.txt", "x")]) == "xxh3:b562e4500f85514b228a479965f6e5f1")
        #expect(hash([]) == "xxh3:99aa06d3014798d86001c324468d497f")
    }

    @Test("Long members in pieces of any size have the hash of their bytes")
    func pieces() {
        let text = (0..<20_000).map { "\($0)," }.joined()
        let whole = hash([("a.txt", text)], chunk: 1 << 20)
        for chunk in [1, 63, 64, 1024, 4095] {
            #expect(hash([("a.txt", text)], chunk: chunk) == whole, "\(chunk)")
        }
        #expect(hash([("a.txt", text + "0")]) != whole)
    }

    @Test("The hash behind names and settings does not change")
    func namedDigest() {
        // printf 'a.txt\0' | cat - <(printf x | sha256sum | xxd -r -p) | sha256sum
        var digest = NamedDigest()
        digest.add("x".utf8, as: "a.txt")
        #expect(
            digest.value == "6d85f3faa10af8d91fc6a6f91c319ba94674344f775f93f7811e14872cda45cb")
    }

    @Test("An archive's hash is that of its bytes; a folder has none")
    func archiveHash() throws {
        let folder = try TestFolder()
        let zip = HandmadeZip(["stops.txt": ""]).bytes
        // As `sha256sum` has it.
        #expect(
            try folder.open(zip).archiveSHA256()
                == "f32632cff10a19d747cb76c696e5c61b0bcfae97e07a0729d64dda45df3da54a")
        for file in TinyFeed.files {
            try folder.write("feed/" + file.name, Array(file.text.utf8))
        }
        let archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
        #expect(try archive.archiveSHA256() == nil)
    }
}
