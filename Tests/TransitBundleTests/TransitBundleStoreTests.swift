import Foundation
import SystemLayer
import Testing
import TransitBundle

@Suite("Swapping in a newer bundle")
struct TransitBundleStoreTests {
    /// Bundles with one stop of a name.
    private func path(named name: String, in folder: URL? = nil) throws -> String {
        let made = try bundlePath(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,\(name),1,1\n"))
        guard let folder else { return made }
        let path = folder.appendingPathComponent("\(name).sqlite").path
        try FileManager.default.moveItem(atPath: made, toPath: path)
        return path
    }

    @Test("a swap changes the current bundle; readers of the old one go on with it")
    func swap() async throws {
        let store = try TransitBundleStore(path: try path(named: "Old"))
        let old = store.current
        let new = try store.replace(with: try path(named: "New"))
        #expect(store.current === new)
        #expect(try await store.current.stop(id: "a").stopName == "New")
        #expect(try await old.stop(id: "a").stopName == "Old")
        // Several at once need more connections than were open before the swap.
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await old.stop(id: "a").stopName } }
            for try await name in group { #expect(name == "Old") }
        }
    }

    @Test("an unusable file changes nothing")
    func refused() async throws {
        let store = try TransitBundleStore(path: try path(named: "Old"))
        let bad = try SampleBundle.newFolder().appendingPathComponent("bad").path
        try Data("no bundle".utf8).write(to: URL(fileURLWithPath: bad))
        #expect(throws: TransitBundleError.notABundle(path: bad)) { try store.replace(with: bad) }
        #expect(throws: TransitBundleError.missing(path: bad + "2")) {
            try store.replace(with: bad + "2")
        }
        #expect(try await store.current.stop(id: "a").stopName == "Old")
        #expect(FileManager.default.fileExists(atPath: bad))
    }

    /// Copies of the sample, each with a page of zeros; the first page is another matter.
    @Test("a file with a hole is refused, wherever it is, and changes nothing")
    func holes() async throws {
        let sample = try Data(contentsOf: URL(fileURLWithPath: try await SampleBundle.path.value))
        let folder = try SampleBundle.newFolder()
        let path = folder.appendingPathComponent("bundle.sqlite")
        try sample.write(to: path)
        let store = try TransitBundleStore(path: path.path)
        let bad = folder.appendingPathComponent("new.sqlite")
        for page in 1..<sample.count / 4096 {
            var bytes = sample
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
            try bytes.write(to: bad)
            #expect(throws: TransitBundleError.self, "page \(page + 1)") {
                try store.replace(with: bad.path)
            }
        }
        #expect(try Data(contentsOf: path) == sample)
        #expect(try await store.current.stop(id: "QUAY").stopName == "Quayside")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["bundle.sqlite", "new.sqlite"])
    }

    /// A letter of a name, which only the digest tells.
    @Test("a file with another digest is refused")
    func digest() async throws {
        let sample = try Data(contentsOf: URL(fileURLWithPath: try await SampleBundle.path.value))
        let digest = ByteDigest.sha256(sample).uppercased()
        let store = try TransitBundleStore(path: try path(named: "Old"))
        let new = try SampleBundle.newFolder().appendingPathComponent("new.sqlite")
        var bytes = sample
        let name = try #require(bytes.range(of: Data("Quayside Plaza".utf8)))
        bytes[name.lowerBound] = UInt8(ascii: "K")
        try bytes.write(to: new)
        do {
            try store.replace(with: new.path, sha256: digest)
            Issue.record("a file of another digest was taken")
        } catch TransitBundleError.wrongDigest(let path, let found, let expected) {
            #expect(path == new.path && expected == digest && found.count == 64)
        }
        #expect(try await store.current.stop(id: "a").stopName == "Old")
        try sample.write(to: new)
        try store.replace(with: new.path, sha256: digest)
        #expect(try await store.current.stop(id: "QUAY").stopName == "Quayside")
        #expect(!FileManager.default.fileExists(atPath: store.path + ".replaced"))
    }

    @Test("the bundle to which an update goes back stays")
    func previous() async throws {
        let store = try TransitBundleStore(path: try path(named: "Old"))
        let previous = URL(fileURLWithPath: store.path + ".previous")
        try Data("earlier".utf8).write(to: previous)
        try store.replace(with: try path(named: "New"))
        #expect(throws: TransitBundleError.self) { try store.replace(with: previous.path) }
        #expect(try await store.current.stop(id: "a").stopName == "New")
        #expect(try Data(contentsOf: previous) == Data("earlier".utf8))
    }

    @Test("leftovers of an ended run beside the file do no harm")
    func leftover() async throws {
        let store = try TransitBundleStore(path: try path(named: "Old"))
        try Data("left".utf8).write(to: URL(fileURLWithPath: store.path + ".replaced"))
        try store.replace(with: try path(named: "New"))
        #expect(try await store.current.stop(id: "a").stopName == "New")
        #expect(!FileManager.default.fileExists(atPath: store.path + ".replaced"))
    }

    @Test("a file that another process has put there is opened on request")
    func reopen() async throws {
        let store = try TransitBundleStore(path: try path(named: "Old"))
        let old = store.current
        #expect(rename(try path(named: "New"), store.path) == 0)
        #expect(store.current === old)
        try store.reopen()
        #expect(try await store.current.stop(id: "a").stopName == "New")
    }

    @Test("readers that are busy during many swaps always get a whole answer")
    func busyReaders() async throws {
        let folder = try SampleBundle.newFolder()
        let store = try TransitBundleStore(path: try path(named: "v0", in: folder))
        let next = try (1...8).map { try path(named: "v\($0)", in: folder) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let bundle = store.current
                        let name = try await bundle.stop(id: "a").stopName
                        let again = try await bundle.stops(matching: "v")
                        #expect(again.map(\.stopName) == [name])
                    }
                }
            }
            group.addTask {
                for path in next {
                    try store.replace(with: path)
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.current.stop(id: "a").stopName == "v8")
    }
}
