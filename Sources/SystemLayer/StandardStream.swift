#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The three streams that every process has, by their descriptors.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether it is a terminal, rather than a file or a pipe.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes a text as it is.
    package func write(_ text: String) throws(SystemError) {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try writeAll(UnsafeRawBufferPointer(bytes), to: rawValue)
        }
    }

    /// Columns of the terminal; nil when it does not say. It may be resized at any time.
    package var width: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
