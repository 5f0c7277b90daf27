import BundleWriting
import CArchive
import FeedReading
import SystemLayer

/// Writes a feed into a zip, beside the target; `publish()` puts it there.
///
/// The same feed gives the same bytes: files have no owner and no time, and keep the order in which
/// they are written. An existing zip may be the original feed, with columns that no export
/// restores, so it is replaced only on request.
final class ZipDestination: FeedDestination {
    private let file: NewFile
    private let target: String
    private let archive: OpaquePointer

    init(target: String, overwrites: Bool) throws {
        self.target = target
        file = try NewFile(at: target, replacing: .export(overwrites: overwrites))
        guard let archive = archive_write_new() else {
            throw BundleError.internalFailure(reason: "no memory for an archive")
        }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_open_fd(archive, file.descriptor.number))
    }

    deinit {
        archive_write_free(archive)
    }

    func begin(_ file: ExportedFile) throws {
        guard let entry = archive_entry_new2(archive) else {
            throw BundleError.internalFailure(reason: "no memory for a member of an archive")
        }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, file.name)
        archive_entry_set_filetype(entry, UInt32(S_IFREG))
        archive_entry_set_perm(entry, 0o644)
        // Libarchive writes the bytes of a name as they are, but says that they are UTF-8 only where
        // the locale has UTF-8; readers would take them for code page 437.
        try check(UTF8Locale.use { archive_write_header(archive, entry) })
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count > 0 else { return }
        guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else {
            throw failure()
        }
    }

    func end() throws {
        try check(archive_write_finish_entry(archive))
    }

    func publish() throws {
        try check(archive_write_close(archive))
        try file.publish()
    }

    private func check(_ code: Int32) throws {
        guard code == ARCHIVE_OK else { throw failure() }
    }

    private func failure() -> BundleError {
        let reason = archive_error_string(archive).map { String(cString: $0) }
        return .cannotWrite(path: target, reason: reason ?? "unknown reason")
    }
}
