import ArgumentParser
import SystemLayer

/// Standard output: where a verb's data goes.
enum StandardOutput {
    /// Writes text for people, in which nothing of a feed can do harm.
    static func write(_ text: String) throws {
        try write(data: TerminalColor.rendered(text))
    }

    /// Writes JSON or CSV as it is, or throws: data that did not arrive is a failure. When the
    /// reader has gone (`gtfs inspect x | head -1`) there is nothing to say about it.
    static func write(data: String) throws {
        do throws(SystemError) {
            try StandardStream.output.write(data)
        } catch {
            if error == .brokenPipe { throw ExitCode(EndingSignals.brokenPipeExitCode) }
            throw FileError.cannotWrite(path: "standard output", reason: error.description)
        }
    }
}
