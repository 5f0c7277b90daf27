import CArchive

package enum EarlierBundle {
    package static func unpacked(_ path: String) throws -> [UInt8] {
        guard let archive = archive_read_new() else {
            throw ArchiveBuilder.Failure(reason: "no memory")
        }
        defer { archive_read_free(archive) }
        var entry: OpaquePointer?
        guard archive_read_support_filter_gzip(archive) == ARCHIVE_OK,
            archive_read_support_format_raw(archive) == ARCHIVE_OK,
            archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK,
            archive_read_next_header(archive, &entry) == ARCHIVE_OK
        else { throw ArchiveBuilder.Failure(reason: path) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = archive_read_data(archive, &piece, piece.count)
            guard count >= 0 else { throw ArchiveBuilder.Failure(reason: path) }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
        }
    }
}
