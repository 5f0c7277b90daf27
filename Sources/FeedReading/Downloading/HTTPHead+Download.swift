import GTFSSchedule
import SystemLayer

extension HTTPHead {
    var redirect: String? {
        [301, 302, 303, 307, 308].contains(status) ? header("Location") : nil
    }

    /// The encoding that makes the body unreadable; nil when there is none.
    ///
    /// None is undone in transit: the bytes are kept as they came, like those of a file, so that
    /// ``ArchiveLimits`` apply to their content. Files packed by gzip or zstd are read. A name that
    /// is not a compression, such as `utf-8` or `aws-chunked`, changes nothing.
    var unreadableEncoding: String? {
        let content = words("Content-Encoding")
            .first { ["br", "deflate", "compress", "x-compress"].contains($0) }
        // Some versions of libcurl would undo these, asked for or not.
        let transfer = words("Transfer-Encoding").first { !["chunked", "identity"].contains($0) }
        return content.map { "Content-Encoding \($0)" }
            ?? transfer.map { "Transfer-Encoding \($0)" }
    }

    /// In seconds.
    var retryAfter: Int? {
        header("Retry-After").flatMap { HTTPDate.wait($0, from: ThisProcess.clockSeconds) }
    }
}
