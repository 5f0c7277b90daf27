import Foundation
import SystemLayer

/// Runs a program to its end and tells what it took.
struct ChildProcess {
    /// What the system counted for a finished process.
    struct Usage {
        let exitCode: Int
        let wallSeconds: Double
        /// User and system time of all its threads.
        let cpuSeconds: Double
        let peakBytes: Int
    }

    let program: String
    let arguments: [String]
    /// Throws away what it says on standard error as well.
    var isSilent = false

    /// The program of this name in `$PATH`; nil when there is none.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs with standard output thrown away.
    func run() throws -> Usage {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if isSilent {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        let start = ContinuousClock.now
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, argv, environ)
        guard code == 0 else {
            throw BenchmarkError("\(program): \(SystemError(number: code).description)")
        }
        var status: CInt = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchmarkError("\(program): cannot be waited for") }
        }
        let wall = (ContinuousClock.now - start).seconds
        return Usage(
            exitCode: status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : 128 + Int(status & 0x7F),
            wallSeconds: wall,
            cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
            peakBytes: usage.ru_maxrss * 1024)
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
