import Dispatch
import FeedReading
import SystemLayer
import TestSupport
import Testing

@Suite("The thread that inflates, and those who read", .blocking)
struct FeedPumpTests {
    private static let rows = 3000
    private let folder: TestFolder
    private let archive: FeedArchive

    init() throws {
        folder = try TestFolder()
        for name in ["stops.txt", "trips.txt"] {
            let lines = (0..<Self.rows).map { "\(name) \($0),\"quoted, \"\"\($0)\"\"\", x \n" }
            try folder.write("feed/" + name, Array(("a,b,c\n" + lines.joined()).utf8))
        }
        archive = try FeedArchive.open(folder.path + "/feed", options: folder.options())
    }

    private func pump() -> FeedPump {
        FeedPump(archive, plan: archive.members, slots: 2, chunkSize: 1000, isShared: true)
    }

    /// The result of a second reader of all files, on a thread of its own.
    private func read(
        _ reader: PumpReader?, files: Int = 2
    ) -> (result: Locked<Result<[CSVTranscript], any Error>?>, done: DispatchGroup) {
        let result = Locked<Result<[CSVTranscript], any Error>?>(nil)
        let done = DispatchGroup()
        DispatchQueue.global().async(group: done) {
            let found = Result {
                try (0..<files).compactMap { _ in
                    try reader.map { try CSVTranscript($0.nextFile()) }
                }
            }
            result.withLock { $0 = found }
        }
        return (result, done)
    }

    @Test("Two readers find the same, which neither changes for the other")
    func twoReaders() throws {
        let pump = pump()
        let (second, done) = read(pump.second)
        let first = try archive.members.map { _ in try CSVTranscript(pump.nextFile()) }
        done.wait()
        #expect(first.map(\.records.count) == [Self.rows, Self.rows])
        #expect(first[0].rows[7] == ["stops.txt 7", "quoted, \"7\"", "x"])
        #expect(try second.value?.get() == first)
    }

    @Test("A reader that leaves half-way does not stop the other")
    func secondLeaves() throws {
        let pump = pump()
        _ = try pump.second?.nextFile().nextChunk()
        pump.second?.stop()
        let first = try archive.members.map { _ in try CSVTranscript(pump.nextFile()) }
        #expect(first.map(\.records.count) == [Self.rows, Self.rows])
    }

    @Test("A reader that stops lets the other end, too")
    func firstStops() throws {
        let pump = pump()
        let (second, done) = read(pump.second)
        _ = try pump.nextFile().nextChunk()
        pump.stop()
        done.wait()
        #expect(throws: FeedError.self) { try second.value?.get() }
    }

    @Test("Both readers get the error of a damaged file")
    func damaged() throws {
        let folder = try TestFolder()
        var member = TinyFeed.members()[1].deflated
        member.crc32 ^= 1
        let archive = try folder.open(HandmadeZip([member]).bytes)
        let pump = FeedPump(archive, plan: archive.members, isShared: true)
        let (second, done) = read(pump.second, files: 1)
        #expect(throws: FeedError.self) { try CSVTranscript(pump.nextFile()) }
        done.wait()
        #expect(throws: FeedError.self) { try second.value?.get() }
    }
}
