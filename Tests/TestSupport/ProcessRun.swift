import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

package final class ProcessRun {
    package enum End: Equatable {
        case exited(Int32)
        /// By this signal.
        case killed(Int32)
        /// It ran longer than it may, and was killed for that.
        case timedOut
    }

    package struct Failure: Error {
        let reason: String
    }

    package struct Result {
        package let end: End
        package let standardOutput: String
        package let standardError: String
    }

    private let id: pid_t
    private let outputs: (out: String, error: String)
    private var result: Result?

    /// Starts a program.
    ///
    /// - Parameter folder: where its output is kept meanwhile.
    package init(
        _ executable: String, _ arguments: [String], folder: TestFolder, input: String = "/dev/null"
    ) throws {
        let name = folder.path + "/process-" + UUID().uuidString
        outputs = (name + ".out", name + ".err")
        var actions = SpawnSettings.actions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputs.out, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, outputs.error, flags, 0o600)
        var strings = ([executable] + arguments).map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in strings + variables { free(string) } }
        var child: pid_t = 0
        // A copy of a program that a test just made: children that other tests start meanwhile have it
        // open for writing until they become another program.
        var answer = posix_spawn(&child, executable, &actions, nil, &strings, &variables)
        while answer == ETXTBSY {
            usleep(2000)
            answer = posix_spawn(&child, executable, &actions, nil, &strings, &variables)
        }
        guard answer == 0 else {
            throw Failure(reason: "\(executable): \(String(cString: strerror(answer)))")
        }
        id = child
    }

    deinit {
        if result == nil {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
    }

    package var number: Int32 { id }

    package func send(_ signal: Int32) {
        kill(id, signal)
    }

    /// Waits until the process has ended; kills it after `timeout` seconds, which only end what hangs: beside
    /// all other tests a short program may take minutes.
    package func wait(timeout: Double = 1800) throws -> Result {
        if let result { return result }
        var status: Int32 = 0
        let deadline = Date().addingTimeInterval(timeout)
        var isLate = false
        while waitpid(id, &status, isLate ? 0 : WNOHANG) == 0 {
            if Date() > deadline {
                isLate = true
                kill(id, SIGKILL)
            } else {
                usleep(2000)
            }
        }
        return try finish(status, isLate: isLate)
    }

    package var outputSoFar: String {
        get throws { try String(contentsOfFile: outputs.out, encoding: .utf8) }
    }

    package var hasEnded: Bool {
        get throws {
            if result != nil { return true }
            var status: Int32 = 0
            guard waitpid(id, &status, WNOHANG) == id else { return false }
            _ = try finish(status, isLate: false)
            return true
        }
    }

    private func finish(_ status: Int32, isLate: Bool) throws -> Result {
        let signal = status & 0x7F
        let end: End =
            isLate ? .timedOut : signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        let finished = Result(
            end: end,
            standardOutput: try String(contentsOfFile: outputs.out, encoding: .utf8),
            standardError: try String(contentsOfFile: outputs.error, encoding: .utf8))
        result = finished
        return finished
    }

    package static func run(
        _ executable: String, _ arguments: [String], folder: TestFolder, timeout: Double = 1800
    ) throws -> Result {
        try ProcessRun(executable, arguments, folder: folder).wait(timeout: timeout)
    }

    /// A piece of a line for bash that closes what a process of the tests hands on to its children, and
    /// lets so few files be open.
    package static func limitingDescriptors(to count: Int) -> String {
        "for n in /proc/$$/fd/*; do n=${n##*/}; [ $n -lt 3 ] || eval \"exec $n>&-\"; done; "
            + "ulimit -n \(count); "
    }
}
