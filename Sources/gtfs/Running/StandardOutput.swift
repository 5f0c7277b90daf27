import ArgumentParser
import SystemLayer

enum StandardOutput {
    /// Text from a feed is made harmless.
    static func write(_ text: String) throws {
        try write(data: TerminalColor.rendered(text))
    }

    /// Writes JSON or CSV unchanged, or throws: data that did not arrive is a failure. When the
    /// reader has gone (`gtfs inspect x | head -1`), there is nothing to report.
    static func write(data: String) throws {
        do throws(SystemError) {
            try StandardStream.output.write(data)
        } catch {
            if error == .brokenPipe { throw ExitCode(EndingSignals.brokenPipeExitCode) }
            throw FileError.cannotWrite(path: "standard output", reason: error.description)
        }
    }
}

enum StandardError {
    /// Text from a feed is made harmless.
    static func write(_ text: String) {
        write(data: TerminalColor.rendered(text))
    }

    /// Writes what is to be known about an answer, in a line.
    static func remark(_ text: String) {
        write("gtfs: \(TerminalText.line(text))\n")
    }

    /// Writes JSON or cursor movements unchanged. It may have no reader (`2>&1 | head`), which is
    /// no reason to stop.
    static func write(data: String) {
        do throws(SystemError) {
            try StandardStream.error.write(data)
        } catch {
            return
        }
    }

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

    static var width: Int {
        StandardStream.error.width ?? ThisProcess.variable("COLUMNS").flatMap { Int($0) } ?? 80
    }
}
