#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The signals that ask this process to end: SIGINT, SIGTERM and SIGHUP.
///
/// They are blocked in every thread and taken by one that waits for them, so that cleaning up is
/// ordinary code, and a signal that comes at any moment, the first included, is answered.
package struct EndingSignals: Sendable {
    private let awaited: sigset_t

    /// Blocks the signals; to be called before any other thread starts, since threads inherit what
    /// is blocked.
    package static func block() -> EndingSignals {
        ignoreFailingWrites()
        var awaited = sigset_t()
        sigemptyset(&awaited)
        // `nohup`, or a shell's background job, asked not to be disturbed by some.
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            sigaddset(&awaited, number)
        }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        return EndingSignals(awaited: awaited)
    }

    /// Makes a reader that has gone, and a file that may not grow, errors of the call that writes.
    package static func ignoreFailingWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Waits for a signal and returns its number.
    package func wait() -> Int32 {
        var awaited = awaited
        var number: Int32 = 0
        while sigwait(&awaited, &number) != 0 {}
        return number
    }

    /// Ends the process as one that a signal ended, at once: no other thread does anything more.
    package static func endProcess(by number: Int32) -> Never {
        _exit(exitCode(for: number))
    }

    /// What a shell says of a process that a signal ended.
    private static func exitCode(for number: Int32) -> Int32 { 128 + number }

    /// What a program exits with whose reader has gone.
    package static let brokenPipeExitCode = exitCode(for: SIGPIPE)

    private static func isIgnored(_ number: Int32) -> Bool {
        let previous = signal(number, SIG_DFL)
        guard isIgnore(previous) else { return false }
        signal(number, SIG_IGN)
        return true
    }

    /// Functions cannot be compared, addresses can.
    private static func isIgnore(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
