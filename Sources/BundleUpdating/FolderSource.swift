import SystemLayer

/// A publish folder on this machine or mounted here: addresses are paths.
package struct FolderSource: BundleSource {
    private static let pieceBytes = 1 << 18

    package init() {}

    package func get(
        _ request: BundleRequest, head: (BundleReply) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let file: Descriptor
        do throws(SystemError) {
            file = try Descriptor(reading: request.url, isPatient: false)
        } catch {
            guard error.isMissing else {
                throw BundleSourceFailure(error.description, isPassing: false)
            }
            return try head(BundleReply(status: 404, headers: [:]))
        }
        let status: FileStatus
        do throws(SystemError) {
            status = try file.status()
        } catch {
            throw BundleSourceFailure(error.description, isPassing: false)
        }
        guard status.kind == .file else {
            return try head(BundleReply(status: 404, headers: [:]))
        }
        let tag = "\"\(status.size)-\(status.modifiedSeconds)-\(status.modifiedNanoseconds)\""
        if request.known?.etag == tag {
            return try head(BundleReply(status: 304, headers: ["etag": tag]))
        }
        let offset = request.ifRange.map { $0 == tag } ?? true ? request.offset : 0
        var headers = ["etag": tag, "content-length": "\(max(0, status.size - offset))"]
        if offset > 0 {
            headers["content-range"] = "bytes \(offset)-\(status.size - 1)/\(status.size)"
        }
        let code = offset == 0 ? 200 : offset < status.size ? 206 : 416
        try head(BundleReply(status: code, headers: headers))
        guard code != 416 else { return }
        var position = offset
        while true {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try file.bytes(position..<(position + Self.pieceBytes))
            } catch {
                throw BundleSourceFailure(error.description, isPassing: false)
            }
            guard !bytes.isEmpty else { return }
            position += bytes.count
            try bytes.withUnsafeBytes(part)
        }
    }
}
