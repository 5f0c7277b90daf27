import Dispatch
import SystemLayer
import TestSupport
import Testing

/// Values that several threads use.
@Suite("Locked values", .blocking) struct LockedTests {
    @Test("No change of a value is lost, whatever threads make it")
    func changes() {
        let counts = Locked([0, 0])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2000 {
                counts.withLock { counts in
                    counts[0] += 1
                    counts[1] = max(counts[1], counts[0])
                }
            }
        }
        #expect(counts.withLock { $0 } == [16_000, 16_000])
    }

    @Test("A body that throws gives the value back")
    func failing() {
        struct Failure: Error {}
        let value = Locked(1)
        #expect(throws: Failure.self) {
            try value.withLock { value in
                value = 2
                throw Failure()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }

    @Test("A caller that does not wait gets nothing while another thread has the value")
    func busy() {
        let value = Locked(1)
        value.withLock { _ in
            let done = DispatchSemaphore(value: 0)
            let isStarted = SystemThread.start(stackSize: 1 << 20) {
                #expect(value.withLockIfFree { $0 += 1 } == nil)
                done.signal()
            }
            #expect(isStarted)
            done.wait()
        }
        #expect(value.withLockIfFree { $0 * 2 } == 2)
        #expect(value.withLock { $0 } == 1)
    }

    @Test("Before the end of a process, the last to have a value keeps it")
    func exiting() {
        let value = Locked(1)
        let (tried, got) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        value.withLockForExit { $0 = 2 }
        // This thread waits for as long as the tests run.
        let isStarted = SystemThread.start(stackSize: 1 << 20) {
            tried.signal()
            value.withLock { $0 = 3 }
            got.signal()
        }
        #expect(isStarted)
        tried.wait()
        #expect(got.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
    }
}
