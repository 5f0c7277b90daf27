import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Cancellation", .blocking)
struct CancellationTests {
    @Test("Cancellation is final and seen by all")
    func flag() {
        let cancellation = Cancellation()
        #expect(throws: Never.self) { try cancellation.check() }
        cancellation.cancel()
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(throws: CancellationError.self) { try cancellation.check() }
    }

    @Test("Options and archives, which have one, can be dumped")
    func dumping() {
        var text = ""
        dump(ArchiveOptions(), to: &text)
        #expect(text.contains("cancellation"))
    }

    @Test("A waiter is woken, also when cancelled before, and not after it is done")
    func waking() {
        let cancellation = Cancellation()
        let wakes = Locked<[Int]>([])
        cancellation.waking(by: { wakes.withLock { $0.append(1) } }, while: {})
        cancellation.waking(
            by: { wakes.withLock { $0.append(2) } }, while: { cancellation.cancel() })
        cancellation.waking(by: { wakes.withLock { $0.append(3) } }, while: {})
        #expect(wakes.value == [2, 3])
        // Would take a day.
        cancellation.wait(.seconds(86_400))
        let later = Cancellation()
        Thread.detachNewThread { later.cancel() }
        later.wait(.seconds(86_400))
        #expect(later.isCancelled)
        Cancellation().wait(.zero)
        Cancellation().wait(.seconds(-1))
    }

    @Test("A cancelled pump stops at the next chunk, and its reader gets an error")
    func pump() throws {
        let folder = try TestFolder()
        let options = folder.options()
        let path = try folder.write(
            "feed.zip",
            try ArchiveBuilder.pack(
                [("stops.txt", String(repeating: "stop_id\n", count: 500_000))],
                as: .zip(options: "compression=deflate")))
        let archive = try FeedArchive.open(path, options: options)
        let member = try #require(archive.member(named: "stops.txt"))
        let pump = FeedPump(archive, plan: [member], slots: 2, chunkSize: 4096)
        let source = pump.nextFile()
        _ = try source.nextChunk()
        options.cancellation.cancel()
        var chunks = 0
        let error = feedError { () throws(FeedError) in
            while try source.nextChunk() != nil { chunks += 1 }
        }
        #expect(error == .cancelled)
        // Those that were there already.
        #expect(chunks <= 2)
        pump.stop()
    }

    @Test("Work shared by threads is done once and wholly")
    func perform() {
        let counts = Locked([Int](repeating: 0, count: 1000))
        let ended = DispatchGroup()
        for _ in 0..<4 {
            ended.enter()
            WorkerThread.start {
                WorkerThread.perform(1000) { number in counts.withLock { $0[number] += 1 } }
                ended.leave()
            }
        }
        ended.wait()
        #expect(counts.value == [Int](repeating: 4, count: 1000))
        WorkerThread.perform(0) { _ in Issue.record("nothing to do") }
    }
}
