import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import SystemLayer
import TransitAPI

@available(iOS 17, macOS 14, *)
final class OpenFile: Sendable {
    private let descriptor: Descriptor
    let size: Int

    /// Nil for a link or anything else that is not a regular file, and when there is none.
    init?(_ path: String) {
        do throws(SystemError) {
            guard let file = try Descriptor.plainFile(path, followingLinks: false) else {
                return nil
            }
            descriptor = file
            size = try descriptor.status().size
        } catch {
            return nil
        }
    }

    func read(_ range: Range<Int>) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            var buffer = ByteBufferAllocator().buffer(capacity: range.count)
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
                try descriptor.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]),
                    at: range.lowerBound)
            }
            return buffer
        }
    }
}

@available(iOS 17, macOS 14, *)
struct OutsideRange: Error, Hashable {
    let size: Int

    var failure: APIFailure {
        APIFailure(
            .rangeNotSatisfiable, field: "Range",
            "The file has \(size) bytes; none of them lies in the range.")
    }
}

/// Hummingbird's `FileMiddleware` (2.28.1) sends whatever is in a folder, tagged by date and size.
/// It can replace this once names and tags can come from a manifest, and it waits for slow readers.
@available(macOS 14, iOS 17, tvOS 17, *)
struct FileReply {
    private static let room = DownloadRoom()

    let file: OpenFile
    let tag: EntityTag
    let contentType: String
    let cacheControl: String

    func response(to request: Request) throws(OutsideRange) -> Response {
        var headers: HTTPFields = [
            .eTag: tag.text, .cacheControl: cacheControl, .acceptRanges: "bytes",
        ]
        if tag.isKept(by: request.head) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = contentType
        // Ranges apply only to GET; HEAD describes the whole file.
        let isPartial =
            request.method == .get
            && request.headers[.ifRange].map { tag.isNamed(inRange: $0) } ?? true
        let header = isPartial ? request.headers[.range] : nil
        switch header.map({ ByteRange($0, size: file.size) }) ?? .whole {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<file.size))
        case .part(let range):
            headers[.contentRange] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .outside:
            throw OutsideRange(size: file.size)
        }
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [file] writer in
            var position = range.lowerBound
            Self.room.enter()
            defer { Self.room.leave() }
            while position < range.upperBound {
                let sent = position - range.lowerBound
                let end = min(position + Self.room.piece(after: sent), range.upperBound)
                let piece = try await file.read(position..<end)
                // Sending fewer bytes than promised ends the connection, which tells the client.
                guard piece.readableBytes == end - position else { throw SystemError.inputOutput }
                try await writer.write(piece)
                try await ClientConnection.current?.waitForReader()
                position = end
            }
            try await writer.finish(nil)
        }
    }

    static func contentType(of name: String) -> String {
        let types = [
            "sqlite": "application/vnd.sqlite3", "gz": "application/gzip",
            "json": "application/json", "html": "text/html; charset=utf-8",
            "sig": "text/plain; charset=utf-8",
        ]
        return types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    }
}

@available(iOS 17, macOS 14, *)
enum ByteRange: Hashable, Sendable {
    /// All bytes: the header asks for several ranges or another unit, or is malformed; a client
    /// must always be prepared for the whole file.
    case whole
    case part(Range<Int>)
    case outside

    init(_ header: String, size: Int) {
        self = .whole
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            .map(\.trimmed)
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } }) else {
            return
        }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): break
        case (true, false):
            let count = Self.number(ends[1])
            self = count == 0 || size == 0 ? .outside : .part(max(0, size - count)..<size)
        case (false, let isOpen):
            let first = Self.number(ends[0])
            let last = isOpen ? Int.max : Self.number(ends[1])
            guard first <= last else { return }
            self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .outside
        }
    }

    /// One beyond any file's length counts as the largest.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? .max }
}

/// Large pieces need fewer handovers; a thousand clients that read nothing must not cost a
/// gigabyte.
@available(iOS 17, macOS 14, *)
final class DownloadRoom: Sendable {
    static let least = 1 << 16
    static let most = 1 << 20
    static let bytes = 32 << 20

    private let downloads = Locked(0)

    func enter() { downloads.withLock { $0 += 1 } }

    func leave() { downloads.withLock { $0 -= 1 } }

    /// No larger than what has been sent of the download already.
    func piece(after sent: Int) -> Int {
        let share = downloads.withLock { Self.bytes / max($0, 1) }
        return max(min(share, sent, Self.most), Self.least)
    }
}
