import CArchive

/// Bundles that earlier versions of the tool built; `Tests/Fixtures/README.md` says how.
package enum EarlierBundle {
    /// The feed of which the bundle of layout 1 was built.
    package static let feed = PackageRoot.path + "/Tests/Fixtures/layout-1.zip"

    /// Unpacks the bundle of layout 1 into a folder; returns its path.
    package static func layoutOne(in folder: TestFolder) throws -> String {
        let packed = PackageRoot.path + "/Tests/Fixtures/layout-1.sqlite.gz"
        return try folder.write("layout-1.sqlite", try unpacked(packed))
    }

    /// The bytes of a compressed file.
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
