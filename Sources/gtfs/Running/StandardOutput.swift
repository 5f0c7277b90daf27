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

/// Standard error: where progress, reports and errors go.
enum StandardError {
    /// Writes text for people, in which nothing of a feed can do harm.
    static func write(_ text: String) {
        write(data: TerminalColor.rendered(text))
    }

    /// Writes JSON, or what moves the cursor, as it is. Nobody may be reading it (`2>&1 | head`):
    /// that is no reason to stop.
    static func write(data: String) {
        do throws(SystemError) {
            try StandardStream.error.write(data)
        } catch {
            return
        }
    }

    /// Whether lines can be drawn anew there.
    static var isTerminal: Bool {
        guard StandardStream.error.isTerminal, let kind = ThisProcess.variable("TERM") else {
            return false
        }
        return kind != "dumb"
    }

    /// Whether colors are wanted: see https://no-color.org.
    static var hasColor: Bool {
        isTerminal && ThisProcess.variable("NO_COLOR") == nil
    }

    /// Columns of the terminal; it may be resized at any time.
    static var width: Int {
        StandardStream.error.width ?? ThisProcess.variable("COLUMNS").flatMap { Int($0) } ?? 80
    }
}
