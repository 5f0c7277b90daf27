import GTFSSchedule
package import SystemLayer

/// By whatever means a program has. It neither repeats requests nor caches answers.
package protocol BundleSource {
    /// `head` is called once, before any part. An error of either closure ends the transfer and is
    /// rethrown.
    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws
}

package struct BundleRequest: Hashable, Sendable {
    package var url: String
    var known: DownloadValidators?
    package var offset = 0
    var ifRange: String?

    package init(url: String) {
        self.url = url
    }

    package var headers: [(name: String, value: String)] {
        // Compressed files are counted and continued unchanged.
        var headers = [(name: "accept-encoding", value: "identity")]
        if let etag = known?.etag { headers.append(("if-none-match", etag)) }
        if let date = known?.lastModified { headers.append(("if-modified-since", date)) }
        if offset > 0 {
            headers.append(("range", "bytes=\(offset)-"))
            if let ifRange { headers.append(("if-range", ifRange)) }
        }
        return headers
    }
}

extension HTTPHead {
    var retryAfterSeconds: Int? {
        header("Retry-After").flatMap { HTTPDate.wait($0, from: ThisProcess.clockSeconds) }
    }
}

package struct BundleSourceFailure: Error, Hashable, Sendable {
    /// In words, without the address, which may contain secrets.
    package let reason: String
    package let isPassing: Bool
    let retryAfterSeconds: Int?

    package init(_ reason: String, isPassing: Bool, retryAfterSeconds: Int? = nil) {
        self.reason = reason
        self.isPassing = isPassing
        self.retryAfterSeconds = retryAfterSeconds
    }
}

package struct FolderSource: BundleSource {
    private static let pieceBytes = 1 << 18

    package init() {}

    package func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let found: Descriptor?
        do throws(SystemError) {
            found = try Descriptor.plainFile(request.url)
        } catch {
            guard error.isMissing else { throw Self.failure(error) }
            return try head(HTTPHead(status: 404, headers: [:]))
        }
        guard let file = found else { return try head(HTTPHead(status: 404, headers: [:])) }
        let status = try SystemError.turning(into: Self.failure, try file.status())
        let tag = "\"\(status.size)-\(status.modifiedSeconds)-\(status.modifiedNanoseconds)\""
        if request.known?.etag == tag {
            return try head(HTTPHead(status: 304, headers: ["etag": tag]))
        }
        let offset = request.ifRange.map { $0 == tag } ?? true ? request.offset : 0
        var headers = ["etag": tag, "content-length": "\(max(0, status.size - offset))"]
        if offset > 0 {
            headers["content-range"] = "bytes \(offset)-\(status.size - 1)/\(status.size)"
        }
        let code = offset == 0 ? 200 : offset < status.size ? 206 : 416
        try head(HTTPHead(status: code, headers: headers))
        guard code != 416 else { return }
        var position = offset
        while true {
            let bytes = try SystemError.turning(
                into: Self.failure, try file.bytes(position..<(position + Self.pieceBytes)))
            guard !bytes.isEmpty else { return }
            position += bytes.count
            try bytes.withUnsafeBytes(part)
        }
    }

    private static func failure(_ error: SystemError) -> BundleSourceFailure {
        BundleSourceFailure(error.description, isPassing: false)
    }
}
