import SystemLayer

/// The files of an installed bundle.
///
///     feed.sqlite               the bundle, always a whole one
///     feed.sqlite.previous      the one before, to go back to
///     feed.sqlite.fetch.json    what is remembered from one update to the next
///     feed.sqlite.part          what has arrived of a download
///     feed.sqlite.lock          there while an update runs
struct UpdateFiles {
    let bundle: String
    var previous: String { bundle + ".previous" }
    var memory: String { bundle + ".fetch.json" }
    var part: String { bundle + ".part" }
    var lock: String { bundle + ".lock" }

    init(_ path: String) throws {
        guard case .file(let place) = try OutputPlace(path) else {
            throw BundleUpdateError.cannotCreate(
                path: path, reason: "is a pipe or a device; name a file")
        }
        bundle = place
        // Before anything is written: a user may have something of these names.
        for name in [lock, part] { try Self.checkKind(name, followingLinks: false) }
        for name in [previous, memory] { try Self.checkKind(name, followingLinks: true) }
        try Replaceable("the record of an update") { UpdateMemory.isOne($0) }.check(memory)
        try Replaceable("a lock") { _ in false }.check(lock)
        try NewFile.checkJournals(beside: place)
    }

    /// A pipe, a folder or the like has an owner, who would miss it.
    private static func checkKind(
        _ path: String, followingLinks: Bool
    ) throws(BundleUpdateError) {
        guard let status = knownStatus(path, followingLinks: followingLinks), status.kind != .file
        else { return }
        throw .notAFile(path)
    }

    /// A part is whatever a server has sent; only the record of the update says that it is one.
    func checkPart(_ memory: UpdateMemory) throws {
        guard memory.part == nil else { return }
        try Replaceable("part of a download that was recorded") { _ in false }.check(part)
    }
}

/// One update at a time holds it. Its file goes however the update ends, so that a failed one
/// leaves nothing behind.
final class UpdateLock {
    private let descriptor: Descriptor
    private let file: String

    init(_ files: UpdateFiles, path: String) throws(BundleUpdateError) {
        file = files.lock
        descriptor = try Self.take(files, path)
    }

    private static func take(
        _ files: UpdateFiles, _ path: String
    ) throws(BundleUpdateError) -> Descriptor {
        while true {
            let opened: Descriptor?
            do throws(SystemError) {
                opened = try Descriptor.sharing(files.lock)
            } catch {
                // Without a folder, nothing can be made there: the lock is only the first.
                throw .cannotCreate(
                    path: error.isMissing ? path : files.lock, reason: error.description)
            }
            guard let descriptor = opened else { throw .notAFile(files.lock) }
            // Without locks in the file system, writing is safe nevertheless.
            guard descriptor.lock() != .held else { throw .busy(path: path) }
            // Its last holder may have removed it after it was opened here.
            guard descriptor.hasName else { continue }
            UnfinishedFiles.shared.remember(files.lock)
            return descriptor
        }
    }

    deinit {
        // While it is still locked: another update must not lose a file that it has locked.
        UnfinishedFiles.shared.discard(file)
        descriptor.unlock()
    }
}

final class PartFile {
    private let descriptor: Descriptor
    private let path: String
    private(set) var size: Int

    init(_ path: String) throws(BundleUpdateError) {
        self.path = path
        let opened = try SystemError.turning(
            into: { BundleUpdateError.cannotCreate(path: path, reason: $0.description) },
            try Descriptor.appending(path))
        guard let opened else { throw .notAFile(path) }
        size = try BundleUpdateError.using(path, cannotBe: "read", try opened.status().size)
        descriptor = opened
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(BundleUpdateError) {
        try BundleUpdateError.using(path, cannotBe: "written", try descriptor.write(bytes))
        size += bytes.count
    }

    func empty() throws(BundleUpdateError) {
        guard size > 0 else { return }
        try BundleUpdateError.using(path, cannotBe: "written", try descriptor.empty())
        size = 0
    }
}

extension BundleUpdateError {
    fileprivate static func notAFile(_ path: String) -> BundleUpdateError {
        .cannotCreate(path: path, reason: "is not a file")
    }
}
