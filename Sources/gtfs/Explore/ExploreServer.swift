import ArgumentParser
import FeedReading
import Foundation
import SystemLayer

/// The `gtfs-serve` that shows the feed. It ends with this process, even if that is killed: its
/// standard input is a pipe that closes then.
final class ExploreServer {
    /// Its address, without a slash at the end.
    let address: String
    private let process: ChildProcess
    /// Stays open as long as this object exists.
    private let lifeline: ProcessPipe

    /// Starts the server, and waits until it listens.
    init(_ program: String, path: String, options: [String]) throws {
        do throws(SystemError) {
            lifeline = try ProcessPipe()
        } catch {
            throw NoServer.cannotRun(program, reason: error.description)
        }
        var output: ProcessPipe
        do throws(SystemError) {
            output = try ProcessPipe()
        } catch {
            throw NoServer.cannotRun(program, reason: error.description)
        }
        do throws(ChildFailure) {
            process = try ChildProcess(
                [program, path, "--until-end-of-input"] + options,
                environment: ProcessInfo.processInfo.environment, input: lifeline.readingEnd,
                output: output.writingEnd)
        } catch {
            throw NoServer.cannotRun(program, reason: error.description)
        }
        output.closeWritingEnd()
        var line: String?
        do throws(SystemError) {
            line = try output.line()
        } catch {
            line = nil
        }
        guard let line else {
            // The server has already said why.
            throw ExitCode(Self.exitCode(process.wait()))
        }
        address = line
    }

    /// Waits for its end, which does not come by itself.
    func wait() throws {
        throw ExitCode(Self.exitCode(process.wait()))
    }

    private static func exitCode(_ ending: ChildProcess.Ending) -> Int32 {
        switch ending {
        case .exit(let code): code
        case .signal(let number): 128 + number
        }
    }
}
