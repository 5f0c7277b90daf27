import Foundation

/// The signals that this process waits for are blocked in its threads; a child gets them unblocked,
/// or else it could not be ended.
@available(tvOS, unavailable)
@available(watchOS, unavailable)
package final class ChildProcess: Sendable {
    package enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    package struct Usage: Sendable {
        /// The time of all its threads.
        package let processorSeconds: Double
        package let peakMemoryBytes: Int
    }

    package let pid: Int32

    /// The program is looked up in `PATH` when it has no slash. A nil input is empty; other
    /// streams that are nil are those of this process. A leader leads a group of its own, which
    /// then gets the signals that end it.
    package init(
        _ command: [String], environment: [String: String], input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil, isLeader: Bool = true
    ) throws(ChildFailure) {
        guard let program = command.first else { throw ChildFailure("no program is named") }
        var attributes = Self.newAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigemptyset(&all)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&all, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
                | (isLeader ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
        posix_spawnattr_setpgroup(&attributes, 0)
        var actions = Self.newActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
        var arguments = command.map { strdup($0) } + [nil]
        var variables =
            environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        do throws(SystemError) {
            pid = try RunningChildren.shared.start { () throws(SystemError) in
                var child: pid_t = 0
                let failure = posix_spawnp(
                    &child, program, &actions, &attributes, &arguments, &variables)
                guard failure == 0 else { throw SystemError(number: failure) }
                return child
            }
        } catch {
            throw ChildFailure("\(program): \(error.description)")
        }
    }

    #if canImport(Darwin)
        private static var newAttributes: posix_spawnattr_t? { nil }
        private static var newActions: posix_spawn_file_actions_t? { nil }
    #else
        private static var newAttributes: posix_spawnattr_t { posix_spawnattr_t() }
        private static var newActions: posix_spawn_file_actions_t {
            posix_spawn_file_actions_t()
        }
    #endif

    /// Then the program and its children are killed; never when nil.
    package func wait(atMost seconds: Int? = nil) -> Ending {
        var status: Int32 = 0
        if let seconds {
            let deadline = ContinuousClock.now + .seconds(seconds)
            while waitpid(pid, &status, WNOHANG) == 0 {
                if ContinuousClock.now > deadline { kill(-pid, SIGKILL) }
                usleep(10_000)
            }
        } else {
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
        return ending(status)
    }

    package func waitMeasuring() -> (ending: Ending, usage: Usage) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
        return (
            ending(status),
            Usage(processorSeconds: usage.processorSeconds, peakMemoryBytes: usage.peakBytes)
        )
    }

    private func ending(_ status: Int32) -> Ending {
        RunningChildren.shared.ended(pid)
        let number = status & 0x7F
        return number == 0 ? .exit((status >> 8) & 0xFF) : .signal(number)
    }
}

package struct ChildFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A signal that ends this process ends them too.
package final class RunningChildren: Sendable {
    package static let shared = RunningChildren()

    private let children = Locked<Set<Int32>>([])

    /// In fiftieths of a second, for cleaning up.
    private static let patience = 400

    private init() {}

    func start(_ spawn: () throws(SystemError) -> Int32) throws(SystemError) -> Int32 {
        try children.withLock { (children) throws(SystemError) in
            let child = try spawn()
            children.insert(child)
            return child
        }
    }

    func ended(_ child: Int32) {
        children.withLock { _ = $0.remove(child) }
    }

    /// Passes a signal on to all and waits until they have cleaned up, for a process that ends
    /// right afterwards. The lock stays closed, so that no other child starts in between.
    package func endAllForExit(_ signal: Int32) {
        children.withLockForExit { children in
            // Each child leads a group of its own, so its children get the signal too. To a server,
            // SIGHUP does not mean that it should end.
            let asked = signal == SIGHUP ? SIGTERM : signal
            for child in children { kill(-child, asked) }
            var left = children
            for _ in 0..<Self.patience where !left.isEmpty {
                left = left.filter { waitpid($0, nil, WNOHANG) == 0 }
                if !left.isEmpty { usleep(20_000) }
            }
            for child in left { kill(-child, SIGKILL) }
        }
    }
}
