import Foundation
import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

final class Command {
    struct Failure: Error {
        let reason: String
    }

    struct Outcome {
        /// The exit code; for a process that a signal killed, minus the signal's number.
        let code: Int32
        let output: String
        let errors: String

        var errorLines: [Substring] { errors.split(separator: "\n") }

        /// The lines of standard error, each of them a JSON object.
        func events() throws -> [[String: Any]] {
            try errorLines.map { try JSON.object(String($0)) }
        }
    }

    private let id: pid_t
    private let files: (output: String, errors: String)
    private var outcome: Outcome?

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - folder: where its output is kept meanwhile.
    ///   - input: the file that is its standard input.
    ///   - environment: variables beside those of this process; an empty one is taken away.
    ///   - errors: a descriptor that becomes its standard error in the place of a file.
    ///   - output: the same for standard output.
    init(
        _ arguments: [String], folder: TestFolder, input: String = "/dev/null",
        environment: [String: String] = [:], errors: Int32? = nil, output: Int32? = nil
    ) throws {
        let executable = PackageRoot.executable("gtfs")
        let name = folder.path + "/run-" + UUID().uuidString
        files = (name + ".out", name + ".err")
        var actions = SpawnSettings.actions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        for (number, descriptor, file) in [(1, output, files.output), (2, errors, files.errors)] {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(
                    &actions, Int32(number), file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
        }
        // Whatever this process ignores or blocks, the command starts like one of a shell's.
        var attributes = SpawnSettings.attributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

        var variables = ProcessInfo.processInfo.environment
        variables["NO_COLOR"] = nil
        variables["TERM"] = "xterm"
        variables.merge(environment) { _, new in new }
        var strings = ([executable] + arguments).map { strdup($0) } + [nil]
        var assignments =
            variables.filter { !$0.value.isEmpty }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in strings + assignments { free(string) } }
        var child: pid_t = 0
        let answer = posix_spawn(&child, executable, &actions, &attributes, &strings, &assignments)
        guard answer == 0 else {
            throw Failure(reason: "\(executable): \(String(cString: strerror(answer)))")
        }
        id = child
    }

    deinit {
        guard outcome == nil else { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    func send(_ signal: Int32) {
        kill(id, signal)
    }

    var isRunning: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == 0
    }

    func wait() throws -> Outcome {
        if let outcome { return outcome }
        var status: Int32 = 0
        var polls = 0
        while waitpid(id, &status, WNOHANG) == 0 {
            polls += 1
            if polls == 900_000 { kill(id, SIGKILL) }
            usleep(2000)
        }
        let signal = status & 0x7F
        let finished = Outcome(
            code: signal == 0 ? status >> 8 & 0xFF : -signal,
            output: try text(files.output), errors: try text(files.errors))
        outcome = finished
        return finished
    }

    private func text(_ file: String) throws -> String {
        guard FileManager.default.fileExists(atPath: file) else { return "" }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    @discardableResult
    static func run(
        _ arguments: [String], in folder: TestFolder, input: String = "/dev/null",
        environment: [String: String] = [:]
    ) throws -> Outcome {
        try Command(arguments, folder: folder, input: input, environment: environment).wait()
    }
}
