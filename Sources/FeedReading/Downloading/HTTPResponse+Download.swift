import CurlLayer
import Foundation
import GTFSSchedule
import SystemLayer

extension HTTPResponse {
    /// A header, by name in any case; nil when it is empty.
    func header(_ name: String) -> String? {
        let value = headers[name.lowercased()]
        return value?.isEmpty == false ? value : nil
    }

    var redirect: String? {
        [301, 302, 303, 307, 308].contains(status) ? header("Location") : nil
    }

    /// Whether it names an encoding of the body, either for the transfer or of the file itself:
    /// servers mix these up, and name one for a `.gz` or even a `.zip`.
    var isEncoded: Bool { !words("Content-Encoding").allSatisfy { $0 == "identity" } }

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

    private func words(_ name: String) -> [Substring] {
        (header(name) ?? "").lowercased().split { $0 == "," || $0 == " " }
    }

    var length: Int64? {
        header("Content-Length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    var validators: DownloadValidators? {
        DownloadValidators(etag: header("ETag"), lastModified: header("Last-Modified"))
    }

    var retryAfter: RetryAfter? {
        RetryAfter(header("Retry-After"), now: Int(Date().timeIntervalSince1970))
    }
}

/// The header `Content-Range: bytes 100-199/200` of a part (RFC 9110, 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    let total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]),
            let last = Int64(ends[1]), first >= 0, first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Int64(parts[1])
    }
}

/// When a server wants the next attempt: the header `Retry-After`, in seconds or as a date.
struct RetryAfter: Equatable {
    let seconds: Int
    /// Seconds since 1970.
    let instant: Int

    init?(_ text: String?, now: Int) {
        guard let text else { return nil }
        if let seconds = Int(text), seconds >= 0 {
            // A year is as good as never.
            self.seconds = min(seconds, 366 * 86_400)
        } else if let instant = HTTPDate.seconds(text) {
            seconds = min(max(0, instant - now), 366 * 86_400)
        } else {
            return nil
        }
        instant = now + seconds
    }
}
