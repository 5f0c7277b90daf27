import GTFSSchedule
import SystemLayer

/// The destination of an exported feed: a folder, a zip or a database. Files come one after the other.
///
/// Nothing is visible before `publish()`; a destination that is released without it leaves nothing
/// behind.
protocol FeedDestination: AnyObject {
    /// Whether files are written as text, with their headers.
    var isText: Bool { get }
    func begin(_ file: ExportedFile) throws
    func write(_ bytes: UnsafeRawBufferPointer) throws
    func end() throws
    func publish() throws
}

struct ExportedFile {
    let name: String
    /// The file as a table, with all columns of the reference.
    let table: TableSpec
    /// The columns of the rows that come, in their order.
    let fields: [FieldSpec]
}

extension FeedDestination {
    var isText: Bool { true }

    func write(_ text: inout CSVText, isLast: Bool = false) throws {
        guard isLast || text.bytes.count >= CSVText.pieceSize else { return }
        try text.bytes.withUnsafeBytes { try write($0) }
        text.removeAll()
    }
}

/// Writes a feed into a folder beside the target; `publish()` gives it the target's name.
///
/// A target with any content is replaced only on request, and only if an export made it: the folder
/// of the original feed looks similar, but has columns that no export restores. An export leaves
/// its mark, the hidden file `.gtfs-export`: the names of all files that it wrote, each followed by
/// a NUL, which no name contains.
final class FolderDestination: FeedDestination {
    private static let mark = ".gtfs-export"
    /// The largest readable mark; names have at most 255 bytes.
    private static let mostMarkBytes = 4 << 20

    private let path: String
    private let overwrites: Bool
    private let folder: NewFolder
    private var names: [String] = []
    private var file: Descriptor?

    init(target: String, overwrites: Bool) throws {
        path = target
        self.overwrites = overwrites
        folder = try NewFolder(at: target)
        try checkReplaceable()
    }

    func begin(_ file: ExportedFile) throws { try begin(file.name) }

    private func begin(_ name: String) throws {
        names.append(name)
        try naming { () throws(SystemError) in
            file = try Descriptor(making: "\(folder.temporaryPath)/\(name)")
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try naming { () throws(SystemError) in try file?.write(bytes) }
    }

    func end() throws {
        try naming { () throws(SystemError) in
            guard let finished = file.take() else { return }
            try finished.synchronize()
            try finished.finish()
        }
    }

    func publish() throws {
        let text = names.map { $0 + "\0" }.joined()
        try begin(Self.mark)
        try Array(text.utf8).withUnsafeBytes { try write($0) }
        try end()
        try checkReplaceable()
        try folder.publish()
    }

    private func checkReplaceable() throws {
        let target = folder.target
        var present: [String] = []
        do throws(SystemError) {
            guard try fileStatus(target) != nil else { return }
            present = try Folder.listing(of: target)
        } catch {
            let reason =
                error == .notAFolder
                ? "is a file; a name with .zip makes an archive" : error.description
            throw FileError.cannotCreate(path: path, reason: reason)
        }
        guard let first = present.first(where: { $0 != Self.mark }) else { return }
        let mark = try WholeFile.read(
            "\(target)/\(Self.mark)", atMost: Self.mostMarkBytes, followingLinks: false)
        guard let mark else {
            throw FileError.cannotCreate(
                path: path,
                reason: "holds \(first), which is not part of an export; give an empty or a new "
                    + "folder")
        }
        let written = Set(
            String(decoding: mark, as: UTF8.self).split(separator: "\0").map { String($0).exact })
        if let other = present.first(where: { $0 != Self.mark && !written.contains($0.exact) }) {
            throw FileError.cannotCreate(
                path: path,
                reason: "holds \(other), which no export wrote; give an empty or a new folder")
        }
        guard overwrites else {
            throw FileError.cannotCreate(
                path: path, reason: "holds an older export; --overwrite replaces it")
        }
    }

    private func naming(_ work: () throws(SystemError) -> Void) throws {
        do throws(SystemError) {
            try work()
        } catch {
            throw FileError.cannotWrite(path: path, reason: error.description)
        }
    }
}

extension Replaceable {
    /// An exported file replaces another only on request.
    static func export(overwrites: Bool) -> Replaceable {
        overwrites ? .anything : .nothing("already exists; --overwrite replaces it")
    }
}
