import CArchive

package enum ArchiveBuilder {
    package struct Failure: Error {
        let reason: String
    }

    package enum Kind {
        case zip(options: String)
        case tar
        case gzippedTar
        case xzTar
        case sevenZip
        /// No archive, only the compression.
        case gzip
    }

    package static func pack(
        _ files: [(name: String, text: String)], as kind: Kind, password: String? = nil
    ) throws -> [UInt8] {
        try pack(files.map { (name: $0.name, bytes: Array($0.text.utf8)) }, as: kind, password)
    }

    package static func pack(
        _ files: [(name: String, bytes: [UInt8])], as kind: Kind, _ password: String? = nil
    ) throws -> [UInt8] {
        guard let archive = archive_write_new() else { throw Failure(reason: "no memory") }
        defer { archive_write_free(archive) }
        func check(_ answer: some SignedInteger) throws {
            guard answer < 0 else { return }
            throw Failure(reason: archive_error_string(archive).map { String(cString: $0) } ?? "?")
        }
        switch kind {
        case .zip(let options):
            try check(archive_write_set_format_zip(archive))
            try check(archive_write_set_options(archive, options))
        case .tar:
            try check(archive_write_set_format_ustar(archive))
        case .gzippedTar:
            try check(archive_write_set_format_ustar(archive))
            try check(archive_write_add_filter_gzip(archive))
        case .xzTar:
            try check(archive_write_set_format_ustar(archive))
            try check(archive_write_add_filter_xz(archive))
        case .sevenZip:
            try check(archive_write_set_format_7zip(archive))
        case .gzip:
            try check(archive_write_set_format_raw(archive))
            try check(archive_write_add_filter_gzip(archive))
        }
        if let password { try check(archive_write_set_passphrase(archive, password)) }
        var bytes = [UInt8](
            repeating: 0, count: files.reduce(1 << 20) { $0 + $1.bytes.count + 2000 })
        var used = 0
        try bytes.withUnsafeMutableBytes { buffer in
            try check(
                archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used))
            for file in files {
                let entry = archive_entry_new()
                defer { archive_entry_free(entry) }
                archive_entry_set_pathname(entry, file.name)
                archive_entry_set_size(entry, Int64(file.bytes.count))
                archive_entry_set_filetype(entry, 0o100000)
                archive_entry_set_perm(entry, 0o644)
                try check(archive_write_header(archive, entry))
                try check(archive_write_data(archive, file.bytes, file.bytes.count))
            }
            try check(archive_write_close(archive))
        }
        return Array(bytes.prefix(used))
    }
}
