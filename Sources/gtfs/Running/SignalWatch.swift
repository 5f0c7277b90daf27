import FeedReading
import Foundation
import Publishing
import SystemLayer

/// Ends the process on SIGINT, SIGTERM and SIGHUP without leaving unfinished files or programs behind.
///
/// The signals are blocked in every thread and taken by one that waits for them, so that cleaning
/// up is ordinary code, and a signal that comes at any moment, the first included, is answered.
enum SignalWatch {
    /// To be called before any other thread starts: threads inherit what is blocked.
    static func start() {
        // A reader that has gone and a file that may not grow are errors of the call that writes.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var awaited = sigset_t()
        sigemptyset(&awaited)
        // `nohup`, or a shell's background job, asked not to be disturbed by some.
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            sigaddset(&awaited, number)
        }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        let signals = awaited
        Thread.detachNewThread { wait(for: signals) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let previous = signal(number, SIG_DFL)
        guard isIgnore(previous) else { return false }
        signal(number, SIG_IGN)
        return true
    }

    /// Functions can not be compared, addresses can.
    private static func isIgnore(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func wait(for signals: sigset_t) {
        var signals = signals
        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
        RunningChildren.shared.endAllForExit(number)
        UnfinishedFiles.shared.discardAllForExit()
        HeldLeases.shared.releaseAllForExit()
        ProgressLine.leave()
        _exit(128 + number)
    }
}
