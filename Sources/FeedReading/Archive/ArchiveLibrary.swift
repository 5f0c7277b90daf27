package import CArchive
import SystemLayer

/// libarchive, loaded for the first archive that needs it.
///
/// With its ten dependencies it would add a millisecond to every start, and most feeds are zips that
/// are read without it.
package struct ArchiveLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, which never change, in a library that stays loaded.

    /// Nil without libarchive.
    package static let shared: ArchiveLibrary? = {
        guard let library = LoadedLibrary(names) else { return nil }
        do throws(MissingFunction) {
            return try ArchiveLibrary(library)
        } catch {
            return nil
        }
    }()

    #if canImport(Darwin)
        // Homebrew keeps it apart from what the system has, where a name alone does not lead.
        private static let names =
            ["/opt/homebrew/opt/libarchive/lib/", "/usr/local/opt/libarchive/lib/", ""]
            .flatMap { [$0 + "libarchive.13.dylib", $0 + "libarchive.dylib"] }
    #else
        private static let names = ["libarchive.so.13"]
    #endif

    /// A function that a library with libarchive's name does not have.
    private struct MissingFunction: Error {}

    package typealias Archive = OpaquePointer
    package typealias Entry = OpaquePointer

    // The types are those of archive.h and archive_entry.h.
    package typealias Make = @convention(c) () -> Archive?
    package typealias Act = @convention(c) (Archive) -> Int32
    package typealias Describe = @convention(c) (Archive) -> UnsafePointer<CChar>?
    package typealias Version = @convention(c) () -> UnsafePointer<CChar>?

    package typealias Read =
        @convention(c) (
            Archive?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?
        ) -> la_ssize_t
    package typealias Skip =
        @convention(c) (Archive?, UnsafeMutableRawPointer?, la_int64_t) -> la_int64_t
    package typealias Seek =
        @convention(c) (Archive?, UnsafeMutableRawPointer?, la_int64_t, Int32) -> la_int64_t
    package typealias SetContext = @convention(c) (Archive, UnsafeMutableRawPointer?) -> Int32
    package typealias SetRead = @convention(c) (Archive, Read) -> Int32
    package typealias SetSkip = @convention(c) (Archive, Skip) -> Int32
    package typealias SetSeek = @convention(c) (Archive, Seek) -> Int32
    package typealias NextHeader =
        @convention(c) (Archive, UnsafeMutablePointer<Entry?>) -> Int32
    package typealias NextBlock =
        @convention(c) (
            Archive, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>,
            UnsafeMutablePointer<la_int64_t>
        ) -> Int32

    package typealias BytesOfFilter = @convention(c) (Archive, Int32) -> la_int64_t

    package typealias OpenDescriptor = @convention(c) (Archive, Int32) -> Int32
    package typealias WriteHeader = @convention(c) (Archive, Entry) -> Int32
    package typealias WriteData = @convention(c) (Archive, UnsafeRawPointer?, Int) -> la_ssize_t

    package typealias MakeEntry = @convention(c) (Archive) -> Entry?
    package typealias FreeEntry = @convention(c) (Entry) -> Void
    package typealias Text = @convention(c) (Entry) -> UnsafePointer<CChar>?
    package typealias FileType = @convention(c) (Entry) -> mode_t
    package typealias Flag = @convention(c) (Entry) -> Int32
    package typealias SetText = @convention(c) (Entry, UnsafePointer<CChar>) -> Void
    package typealias SetFileType = @convention(c) (Entry, UInt32) -> Void
    package typealias SetPermissions = @convention(c) (Entry, mode_t) -> Void

    /// What went wrong last.
    package let message: Describe

    // Reading.
    package let newReader: Make
    package let freeReader: Act
    package let supportSeekableZip: Act
    package let supportTar: Act
    package let supportSevenZip: Act
    package let supportRaw: Act
    package let supportGzip: Act
    package let supportBzip2: Act
    package let supportXZ: Act
    package let supportZstandard: Act
    package let setContext: SetContext
    package let setRead: SetRead
    package let setSkip: SetSkip
    package let setSeek: SetSeek
    package let open: Act
    package let nextHeader: NextHeader
    package let nextBlock: NextBlock
    package let bytesOfFilter: BytesOfFilter

    // Writing.
    package let newWriter: Make
    package let freeWriter: Act
    package let writeZip: Act
    package let openDescriptor: OpenDescriptor
    package let writeHeader: WriteHeader
    package let writeData: WriteData
    package let finishEntry: Act
    package let close: Act

    // Members.
    package let newEntry: MakeEntry
    package let freeEntry: FreeEntry
    package let pathUTF8: Text
    package let path: Text
    package let hardLink: Text
    package let fileType: FileType
    package let isEncrypted: Flag
    package let setPath: SetText
    package let setFileType: SetFileType
    package let setPermissions: SetPermissions

    private let versionWords: Version

    private init(_ library: LoadedLibrary) throws(MissingFunction) {
        func function<Function>(_ name: String) throws(MissingFunction) -> Function {
            guard let address = library.address(of: name) else { throw MissingFunction() }
            return unsafeBitCast(address, to: Function.self)
        }
        message = try function("archive_error_string")
        newReader = try function("archive_read_new")
        freeReader = try function("archive_read_free")
        supportSeekableZip = try function("archive_read_support_format_zip_seekable")
        supportTar = try function("archive_read_support_format_tar")
        supportSevenZip = try function("archive_read_support_format_7zip")
        supportRaw = try function("archive_read_support_format_raw")
        supportGzip = try function("archive_read_support_filter_gzip")
        supportBzip2 = try function("archive_read_support_filter_bzip2")
        supportXZ = try function("archive_read_support_filter_xz")
        supportZstandard = try function("archive_read_support_filter_zstd")
        setContext = try function("archive_read_set_callback_data")
        setRead = try function("archive_read_set_read_callback")
        setSkip = try function("archive_read_set_skip_callback")
        setSeek = try function("archive_read_set_seek_callback")
        open = try function("archive_read_open1")
        nextHeader = try function("archive_read_next_header")
        nextBlock = try function("archive_read_data_block")
        bytesOfFilter = try function("archive_filter_bytes")
        newWriter = try function("archive_write_new")
        freeWriter = try function("archive_write_free")
        writeZip = try function("archive_write_set_format_zip")
        openDescriptor = try function("archive_write_open_fd")
        writeHeader = try function("archive_write_header")
        writeData = try function("archive_write_data")
        finishEntry = try function("archive_write_finish_entry")
        close = try function("archive_write_close")
        newEntry = try function("archive_entry_new2")
        freeEntry = try function("archive_entry_free")
        pathUTF8 = try function("archive_entry_pathname_utf8")
        path = try function("archive_entry_pathname")
        hardLink = try function("archive_entry_hardlink")
        fileType = try function("archive_entry_filetype")
        isEncrypted = try function("archive_entry_is_encrypted")
        setPath = try function("archive_entry_set_pathname")
        setFileType = try function("archive_entry_set_filetype")
        setPermissions = try function("archive_entry_set_perm")
        versionWords = try function("archive_version_string")
    }

    /// The name with the version, such as "libarchive 3.6.2".
    package var name: String {
        versionWords().map { String(cString: $0) } ?? "libarchive"
    }
}
