import Foundation
import GTFSSchedule

struct HTTPResponse {
    let status: Int
    /// By name in lower case.
    private var headers: [String: String] = [:]

    /// Nil for an answer that is not HTTP.
    ///
    /// - Parameter lines: without their ends.
    init?(_ lines: [String]) {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
            return nil
        }
        self.status = status
        var last: String?
        for line in lines.dropFirst() {
            if let first = line.first, first.isWhitespace, let name = last {
                // The obsolete way to continue a value on the next line.
                headers[name, default: ""] += " " + line.trimmingCharacters(in: .whitespaces)
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[name] = headers[name].map { $0 + ", " + value } ?? value
            last = name
        }
    }

    /// All fields of the head by name in lower case.
    var fields: [String: String] { headers }

    /// A header, by name in any case; nil when it is empty.
    func header(_ name: String) -> String? {
        let value = headers[name.lowercased()]
        return value?.isEmpty == false ? value : nil
    }

    /// Whether it only announces the final answer.
    var isInterim: Bool { 100..<200 ~= status }

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
    /// Nil when the server does not know it.
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
    /// Counted from now.
    let seconds: Int
    /// Seconds since 1970.
    let instant: Int

    /// Nil when the text is neither.
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
