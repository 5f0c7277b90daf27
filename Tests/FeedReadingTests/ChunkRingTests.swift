import Dispatch
import Foundation
import SystemLayer
import TestSupport
import Testing

@testable import FeedReading

/// The thread that inflates hands chunks to those who read. It sleeps as rarely as it can.
@Suite("The ring between the thread that inflates and the readers", .blocking)
struct ChunkRingTests {
    private static let slots = 8
    private let ring = ChunkRing(slots: slots, chunkSize: 100, readers: 2)

    /// Hands over all slots; afterwards another thread waits for one.
    private func fill() -> DispatchSemaphore {
        for _ in 0..<Self.slots { ring.publish(.chunk(ring.acquire())) }
        return write(1) { ring in while !ring.state.value.isWriterWaiting { usleep(100) } }
    }

    /// Hands over chunks on another thread, and then the ends of two files.
    private func write(
        _ chunks: Int, ends: Int = 0, until isBegun: (ChunkRing) -> Void = { _ in }
    ) -> DispatchSemaphore {
        let isDone = DispatchSemaphore(value: 0)
        WorkerThread.start { [ring] in
            for _ in 0..<chunks { ring.publish(.chunk(ring.acquire())) }
            for _ in 0..<ends {
                _ = ring.acquire()
                ring.publish(.endOfFile)
            }
            isDone.signal()
        }
        isBegun(ring)
        return isDone
    }

    /// Takes items and gives them back.
    private func read(_ count: Int, _ reader: Int) {
        for _ in 0..<count {
            _ = ring.take(reader)
            ring.release(reader)
        }
    }

    private var isWriterWaiting: Bool { ring.state.value.isWriterWaiting }

    @Test("A writer that had to wait goes on once half of the slots are free, not before")
    func patience() {
        let written = fill()
        ring.leave(1)
        read(Self.slots / 2 - 1, 0)
        #expect(isWriterWaiting)
        read(1, 0)
        written.wait()
    }

    @Test("It does not wait for more slots when a reader waits for an item")
    func neededItem() {
        let written = fill()
        read(Self.slots, 0)
        read(1, 1)
        #expect(isWriterWaiting)
        read(1, 0)
        written.wait()
    }

    @Test("Nor when a slot becomes free while a reader waits")
    func neededSlot() {
        let written = fill()
        read(Self.slots, 0)
        let isRead = DispatchSemaphore(value: 0)
        WorkerThread.start { [ring] in
            _ = ring.take(0)
            isRead.signal()
        }
        while ring.state.value.waitingReaders == 0 { usleep(100) }
        #expect(isWriterWaiting)
        read(1, 1)
        isRead.wait()
        written.wait()
    }

    @Test("Without a free slot the writer does the readers' work, and no more once that is unset")
    func sideWork() {
        let written = fill()
        let pieces = Locked(3)
        ring.ahead(0).setSideWork {
            pieces.withLock { pieces in
                guard pieces > 0 else { return false }
                pieces -= 1
                return true
            }
        }
        #expect(ring.hasSideWork)
        while pieces.value > 0 { usleep(100) }
        ring.ahead(0).setSideWork(nil)
        #expect(!ring.hasSideWork)
        pieces.withLock { $0 = 3 }
        ring.leave(1)
        read(Self.slots + 1, 0)
        written.wait()
        let more = fill()
        ring.leave(0)
        more.wait()
        #expect(pieces.value == 3)
    }

    @Test("A reader that skips a file delays no other, and gets its end", arguments: [0, 3, slots])
    func passing(taken: Int) {
        let chunks = 4 * Self.slots
        let written = write(chunks, ends: 2)
        read(taken, 1)
        let ends = Locked(0)
        let hasPassed = DispatchSemaphore(value: 0)
        WorkerThread.start { [ring] in
            for _ in 0..<2 {
                if case .endOfFile = ring.takeEnd(1) { ends.withLock { $0 += 1 } }
                ring.release(1)
            }
            hasPassed.signal()
        }
        read(chunks + 2, 0)
        written.wait()
        hasPassed.wait()
        #expect(ends.value == 2)
        #expect(ring.state.value.free == Self.slots)
    }
}
