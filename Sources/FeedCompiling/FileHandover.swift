import Dispatch
package import FeedReading
import SystemLayer

/// Lets the thread that builds a bundle pass on a file that it has read whole to the thread that
/// validates.
package final class FileHandover<Content: Sendable>: Sendable {
    private let isSettled = DispatchSemaphore(value: 0)
    private let content = Locked<Content?>(nil)

    /// Hands over what was read.
    func give(_ content: Content) {
        self.content.withLock { $0 = content }
        isSettled.signal()
    }

    /// The file was given, or will never be read.
    func giveUp() {
        isSettled.signal()
    }

    /// Waits for the file; throws when it is not read.
    package func take() throws(FeedError) -> Content {
        isSettled.wait()
        guard let content = content.withLock({ $0 }) else { throw .cancelled }
        return content
    }
}
