import Foundation
import SystemLayer

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
            try Array(data.utf8).withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try writeAll(UnsafeRawBufferPointer(bytes), to: 2)
            }
        } catch {
            return
        }
    }

    /// Whether lines can be drawn anew there.
    static var isTerminal: Bool {
        guard isatty(2) == 1, let kind = environment("TERM") else { return false }
        return kind != "dumb"
    }

    /// Whether colours are wanted: see https://no-color.org.
    static var hasColor: Bool {
        isTerminal && environment("NO_COLOR") == nil
    }

    /// Columns of the terminal; it may be resized at any time.
    static var width: Int {
        var size = winsize()
        if ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment("COLUMNS").flatMap { Int($0) } ?? 80
    }

    /// A variable of the environment that is not empty.
    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
