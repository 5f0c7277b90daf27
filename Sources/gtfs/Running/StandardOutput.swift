import ArgumentParser
import BundleWriting
import Foundation

/// Standard output: where a verb's data goes.
enum StandardOutput {
    /// Writes text, or throws: data that did not arrive is a failure. When the reader has gone
    /// (`gtfs inspect x | head -1`) there is nothing to say about it.
    static func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if errno == EPIPE { throw ExitCode(128 + SIGPIPE) }
                throw BundleError.cannotWrite(
                    path: "standard output", reason: String(cString: strerror(errno)))
            }
            rest = rest.dropFirst(count)
        }
    }
}
