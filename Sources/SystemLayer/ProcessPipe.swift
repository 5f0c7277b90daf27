import Foundation

/// The ends here close with the value, or with the process, however that ends.
package struct ProcessPipe: ~Copyable {
    private var reading: Int32?
    private var writing: Int32?

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        try systemCall { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        for end in [reading, writing] {
            if let end { close(end) }
        }
    }

    package var readingEnd: Int32? { reading }
    package var writingEnd: Int32? { writing }

    /// From then on the pipe ends with the program that received the end.
    package mutating func closeReadingEnd() {
        if let end = reading { close(end) }
        reading = nil
    }

    package mutating func closeWritingEnd() {
        if let end = writing { close(end) }
        writing = nil
    }

    /// Without its end; nil when there is none before the pipe ends.
    package func line() throws(SystemError) -> String? {
        guard let reading else { return nil }
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while try systemCall({ read(reading, &byte, 1) }) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
