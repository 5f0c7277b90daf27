import Dispatch

/// Tells when something large is no longer in memory: when its last `Hold` is gone.
package final class Release: Sendable {
    private let released = DispatchSemaphore(value: 0)

    /// The owner of the large thing keeps this with it.
    final class Hold: Sendable {
        private let release: Release

        fileprivate init(_ release: Release) {
            self.release = release
        }

        deinit {
            release.released.signal()
        }
    }

    /// Makes the hold, once; without it, all waiting would be in vain.
    func hold() -> Hold { Hold(self) }

    package func wait() {
        released.wait()
        released.signal()
    }
}
