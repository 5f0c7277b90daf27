import SystemLayer

/// A command of a definition, run with what it is about in its environment.
struct HookCommand {
    /// A program and its arguments.
    let command: [String]

    /// A command that hangs would keep every later run waiting.
    private static let longestSeconds = 900

    /// Runs it; returns why it failed, nil when it did not.
    ///
    /// - Parameter variables: what stands in its environment beside that of this process.
    func run(_ variables: [String: String], environment: [String: String]) -> String? {
        guard let program = command.first else { return nil }
        do throws(ChildFailure) {
            // What it prints is no data of ours.
            let child = try ChildProcess(
                command, environment: environment.merging(variables) { _, own in own }, output: 2)
            switch child.wait(atMost: Self.longestSeconds) {
            case .exit(0): return nil
            case .exit(let code): return "\(program) exited with \(code)"
            case .signal(let number): return "\(program) was ended by signal \(number)"
            }
        } catch {
            return error.description
        }
    }
}
