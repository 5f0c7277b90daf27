import Foundation
import GRDB
import TransitModel

/// Opens all connections of a pool at once.
///
/// A connection that is opened later, when more tasks ask than before, might find a newer file at
/// the path. One bundle would then answer from two files.
enum PoolFilling {
    /// The number of tasks that may read at the same time.
    static let readers = 4

    static func fill(_ pool: DatabasePool) {
        let opened = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<readers {
            // Threads, because each must wait for the others, and a queue may have fewer of them.
            Thread.detachNewThread {
                let reading: Void? = try? pool.read { _ in
                    opened.signal()
                    done.wait()
                }
                // A connection that fails now is opened on demand, and then reports why.
                if reading == nil { opened.signal() }
            }
        }
        for _ in 0..<readers { opened.wait() }
        for _ in 0..<readers { done.signal() }
    }
}
