import ArgumentParser
import CSQLite
import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer

@main
struct GTFS: ParsableCommand {
    /// Commands name themselves: the runtime takes longer to derive a name from a type than to
    /// check a small feed.
    static let configuration = CommandConfiguration(
        commandName: "gtfs",
        abstract: "Turns a GTFS Schedule feed into one small SQLite file that apps read directly.",
        version: Tool.version,
        subcommands: [
            Build.self,
            Update.self,
            StatusCommand.self,
            Keygen.self,
            Inspect.self,
            Stats.self,
            Query.self,
            SQL.self,
            Realtime.self,
            Export.self,
            Validate.self,
            RulesCommand.self,
            Verify.self,
            Diff.self,
            Patch.self,
            Fetch.self,
            Serve.self,
            Explore.self,
            Doctor.self,
        ])

    static func main() {
        FreedMemory.returnsToSystem()
        let arguments = ArgumentSpelling.normalized(CommandLine.arguments.dropFirst())
        do {
            // First of all, because a thread that finds no descriptor ends the process.
            try TooFewDescriptors.check()
            SignalWatch.start()
            // The result does not matter: this only makes things faster.
            _ = gtfs_sqlite_count_no_memory()
            // A call without a verb asks what there is to do.
            if arguments.isEmpty { return try StandardOutput.write(Jobs.text) }
            prepare(for: arguments[0])
            try runVerb(arguments)
        } catch {
            let failure = CommandFailure(UnknownCommand(in: arguments) ?? error)
            failure.report(as: LogFormat.asked(in: arguments))
            Foundation.exit(failure.exitCode)
        }
    }

    /// Makes what reading a feed needs while arguments are parsed: small feeds take little longer than
    /// both.
    private static func prepare(for verb: String) {
        guard [Build._commandName, Update._commandName, Validate._commandName].contains(verb) else {
            return
        }
        WorkerThread.start { _ = Schedule.tables }
    }

    /// Runs the verb, or prints what the parser itself answers: help, the version, and scripts for
    /// completing arguments. They are data, and a part of them is a failure like any other's.
    private static func runVerb(_ arguments: [String]) throws {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let answer where exitCode(for: answer) == .success {
            let text = fullMessage(for: answer)
            if !text.isEmpty { try StandardOutput.write(data: text + "\n") }
        }
    }
}

enum Tool {
    static let version = ToolVersion.text
    static let userAgent = "swift-gtfs/\(version)"
}

/// Ends the process on SIGINT, SIGTERM and SIGHUP without leaving unfinished files or programs
/// behind.
enum SignalWatch {
    private static let stop = Locked<(@Sendable () -> Void)?>(nil)

    /// Call it before any other thread starts.
    static func start() {
        let signals = EndingSignals.block()
        WorkerThread.start {
            while true {
                let number = signals.wait()
                let stop = stop.withLock { stop in
                    defer { stop = nil }
                    return stop
                }
                guard let stop else { end(by: number) }
                stop()
            }
        }
    }

    /// Lets the next signal stop some work, after which there is something to say; one more ends
    /// the process.
    static func onNext(_ stop: (@Sendable () -> Void)?) {
        self.stop.withLock { $0 = stop }
    }

    private static func end(by number: Int32) -> Never {
        RunningChildren.shared.endAllForExit(number)
        HeldLeases.shared.recordInterruption(by: number)
        UnfinishedFiles.shared.discardAllForExit()
        HeldLeases.shared.releaseAllForExit()
        ProgressLine.leave()
        EndingSignals.endProcess(by: number)
    }
}

struct TooFewDescriptors: DiagnosedError {
    let free: Int

    static func check() throws(TooFewDescriptors) {
        let free = DescriptorRoom.free()
        if free < DescriptorRoom.needed { throw TooFewDescriptors(free: free) }
    }

    var exitCode: Int32 { 74 }

    var description: String {
        "only \(free) more files can be opened, and \(DescriptorRoom.needed) are needed: "
            + "raise the limit, for example with ulimit -n 64"
    }
}
