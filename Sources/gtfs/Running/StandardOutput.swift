import ArgumentParser
import Foundation
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
            try Array(data.utf8).withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try writeAll(UnsafeRawBufferPointer(bytes), to: 1)
            }
        } catch {
            if error.number == EPIPE { throw ExitCode(128 + SIGPIPE) }
            throw FileError.cannotWrite(path: "standard output", reason: error.description)
        }
    }
}
