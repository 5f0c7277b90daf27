import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import SystemLayer
import TransitAPI

/// An open file, to be sent whole or in part.
@available(iOS 17, macOS 14, *)
final class OpenFile: Sendable {
    private let descriptor: Descriptor
    /// Its size in bytes.
    let size: Int

    /// Opens a regular file, but neither a link nor anything else; nil when there is none.
    init?(_ path: String) {
        do throws(SystemError) {
            descriptor = try Descriptor(readingFile: path)
            let status = try descriptor.status()
            guard status.kind == .file else { return nil }
            size = status.size
        } catch {
            return nil
        }
    }

    /// The bytes of a range, in a buffer; fewer if the file has become shorter.
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

/// The requested range contains no byte of the file.
@available(iOS 17, macOS 14, *)
struct OutsideRange: Error, Hashable {
    /// The number of bytes that the file has.
    let size: Int

    var failure: APIFailure {
        APIFailure(
            .rangeNotSatisfiable, field: "Range",
            "The file has \(size) bytes; none of them lies in the range.")
    }
}

/// The answer that sends a file, or the requested part of it.
@available(macOS 14, iOS 17, tvOS 17, *)
struct FileReply {
    private static let room = DownloadRoom()

    let file: OpenFile
    let tag: EntityTag
    let contentType: String
    let cacheControl: String

    /// The answer to a request.
    func response(to request: Request) throws(OutsideRange) -> Response {
        var headers: HTTPFields = [
            .eTag: tag.text, .cacheControl: cacheControl, .acceptRanges: "bytes",
        ]
        if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
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

    /// The media type of a file in a publish folder, by its name.
    static func contentType(of name: String) -> String {
        let types = [
            "sqlite": "application/vnd.sqlite3", "gz": "application/gzip",
            "json": "application/json", "html": "text/html; charset=utf-8",
            "sig": "text/plain; charset=utf-8",
        ]
        return types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    }
}
