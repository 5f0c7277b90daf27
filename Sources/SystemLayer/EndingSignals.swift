import Foundation

/// They are blocked in every thread, and one thread waits for them, so that cleaning up is ordinary
/// code and a signal at any moment, even the first, is handled.
package struct EndingSignals: Sendable {
    private let awaited: sigset_t

    /// Blocks the signals; call it before any other thread starts, since threads inherit blocked
    /// signals.
    package static func block() -> EndingSignals {
        ignoreFailingWrites()
        var awaited = sigset_t()
        sigemptyset(&awaited)
        // `nohup` and a shell's background jobs ignore some on purpose.
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            sigaddset(&awaited, number)
        }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        return EndingSignals(awaited: awaited)
    }

    /// Makes a closed pipe, and a file that may not grow, errors of the writing call.
    package static func ignoreFailingWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    package func wait() -> Int32 {
        var awaited = awaited
        var number: Int32 = 0
        while sigwait(&awaited, &number) != 0 {}
        return number
    }

    /// As if the signal had: no other thread does anything more.
    package static func endProcess(by number: Int32) -> Never {
        _exit(exitCode(for: number))
    }

    package static func exitCode(for number: Int32) -> Int32 { 128 + number }

    package static func name(of number: Int32) -> String {
        switch number {
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP"
        default: "SIGTERM"
        }
    }

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
