import ArgumentParser
import CArchive

/// Writes a zip, member by member, through libarchive.
final class ZipWriter {
    private let archive: OpaquePointer
    private var failure: String?

    init(path: String) throws {
        guard let archive = archive_write_new() else {
            throw ValidationError("libarchive has no memory")
        }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_open_filename(archive, path))
    }

    deinit {
        archive_write_free(archive)
    }

    /// Adds a member with what `body` writes.
    func add(_ name: String, body: (inout FeedText) throws -> Void) throws {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        try check(archive_write_header(archive, entry))
        var text = FeedText { [self] bytes in
            guard failure == nil else { return }
            if archive_write_data(archive, bytes.baseAddress, bytes.count) < 0 {
                failure = message
            }
        }
        try body(&text)
        text.flush()
        if let failure { throw ValidationError(failure) }
    }

    func close() throws {
        try check(archive_write_close(archive))
    }

    private var message: String {
        archive_error_string(archive).map { String(cString: $0) } ?? "the zip cannot be written"
    }

    private func check(_ code: CInt) throws {
        guard code == ARCHIVE_OK else { throw ValidationError(message) }
    }
}
