import Foundation

/// An output under construction: the only way in which this package writes files with names.
///
/// A file is made beside its final place. That place is not touched until the new file is complete
/// and on disk; then one rename puts it there. A link stays a link, and its target is replaced; the
/// mode and, if the system allows, the owner of the replaced file stay. The next run recognizes
/// leftovers of a killed process by name and lock, and removes them:
///
///     feed.sqlite                  the published bundle
///     .feed.sqlite.gtfs-AbC123     the one under construction, locked by its process
///
/// A pipe or a device is never replaced. It gets the bytes as they come, if the output is written
/// from beginning to end.
package final class NewFile {
    package enum Form {
        /// A file, or nothing: for output that is not written in order, or makes no sense in a
        /// pipe.
        case file
        /// The same, for SQLite, which would apply the journal of an earlier file to this one.
        case database
        /// Also a pipe or a device: for reports, deltas, metrics.
        case bytes
        /// Nothing: for data that must never be lost, such as a key. Only its owner can read it.
        case secret
        /// Nothing: for the public counterpart of a secret.
        case unique

        fileprivate var replaces: Bool { self == .file || self == .database || self == .bytes }
    }

    /// The limit of file systems, minus the characters added around the name.
    private static let longestName = 255 - 13

    /// For a pipe or a device, the target's path.
    package let temporaryPath: String
    package let descriptor: Descriptor
    private let path: String
    private let form: Form
    private let replaceable: Replaceable
    private let place: OutputPlace
    private var early: [Promise<SystemError?>] = []

    /// Anything that is not `replaceable` is refused, now and when the file is complete. Files of
    /// killed processes stay if machines that do not share locks write to one folder. Links are as
    /// for ``OutputPlace/init(_:followingLinks:)``.
    package init(
        at path: String, _ form: Form = .file, replacing replaceable: Replaceable,
        removingLeftovers: Bool = true, followingLinks: Bool = true
    ) throws(FileError) {
        self.path = path
        self.form = form
        self.replaceable = replaceable
        try replaceable.check(path)
        place = try OutputPlace(path, followingLinks: followingLinks)
        if form == .database, case .file(let target) = place {
            try Self.checkJournals(beside: target)
        }
        do throws(SystemError) {
            switch place {
            case .file(let target):
                if !form.replaces, try fileStatus(target) != nil {
                    throw SystemError(number: EEXIST)
                }
                let made = try Self.make(
                    beside: target, form == .secret ? 0o600 : 0o666, removingLeftovers)
                temporaryPath = made.path
                descriptor = made.finish()
            case .stream(let target):
                guard form == .bytes else { throw SystemError(number: ESPIPE) }
                descriptor = try Descriptor(writing: target)
                temporaryPath = target
            case .descriptor(let number):
                guard form == .bytes else { throw SystemError(number: ESPIPE) }
                descriptor = try Descriptor(duplicating: number)
                temporaryPath = path
            }
        } catch {
            let reason =
                switch error.number {
                case EEXIST: "already exists"
                case ESPIPE: "is a pipe or a device; name a file"
                default: error.description
                }
            throw .cannotCreate(path: path, reason: reason)
        }
    }

    deinit {
        if case .file = place { UnfinishedFiles.shared.discard(temporaryPath) }
        // The descriptor must stay open until then.
        for begun in early { _ = begun.value() }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try FileError.writing(path, try descriptor.write(bytes))
    }

    /// Runs on another thread: the more is there, the less ``publish(with:)`` has to wait.
    package func startSynchronizing() {
        guard case .file = place else { return }
        early.append(descriptor.synchronizing())
    }

    /// Afterwards the file survives a power cut. Files in `also` appear together with it, see
    /// ``UnfinishedFiles/finish(_:with:_:)``.
    package func publish(with also: [String] = []) throws(FileError) {
        guard case .file(let target) = place else { return }
        try replaceable.check(path)
        if form == .database { try Self.checkJournals(beside: target) }
        do throws(SystemError) {
            if form.replaces { try takeOver(from: target) }
            // The system reports a failure only once, so one that came early counts as well.
            for begun in early { if let failure = begun.value() { throw failure } }
            try descriptor.synchronize()
            try UnfinishedFiles.shared.finish(temporaryPath, with: also) {
                () throws(SystemError) in
                if form.replaces {
                    try Files.rename(temporaryPath, to: target)
                } else {
                    try claim(target)
                }
            }
        } catch {
            throw .cannotWrite(path: path, reason: error.description)
        }
        try Folder.synchronize(Folder.split(target).folder)
    }

    /// In place of another file there: at each moment the name stands for one of the two.
    package static func addName(_ target: String, to path: String) throws(SystemError) {
        let (folder, prefix) = temporaryNames(beside: target)
        removeLeftovers(folder, prefix)
        let temporary = try withNewName("\(folder)/\(prefix)") { (name) throws(SystemError) in
            try UnfinishedFiles.shared.begin(name) { () throws(SystemError) in
                try Files.addName(name, to: path)
            }
            return name
        }
        // A rename does nothing when both names belong to the same file.
        defer { UnfinishedFiles.shared.discard(temporary) }
        try Files.rename(temporary, to: target)
    }

    /// Such as `.manifest.json.gtfs-AbC123`.
    package static func isTemporary(_ name: String) -> Bool {
        name.dropLast(6).hasSuffix(".gtfs-") && isTemporary(name, beginning: name.dropLast(6))
    }

    /// `prefix` and six random letters. Users may have files whose names begin alike.
    static func isTemporary(_ name: some StringProtocol, beginning prefix: some StringProtocol)
        -> Bool
    {
        let end = name.utf8.dropFirst(prefix.utf8.count)
        return name.utf8.starts(with: prefix.utf8) && end.count == 6
            && end.allSatisfy(letters.contains)
    }

    /// Refuses a place beside which a program has left the journal of a database: it was killed while
    /// it wrote there, or still writes.
    package static func checkJournals(beside target: String) throws(FileError) {
        for journal in [target + "-journal", target + "-wal"]
        where knownStatus(journal).map({ $0.size > 0 }) ?? false {
            throw .cannotCreate(
                path: target,
                reason: "\(journal) exists, and SQLite would apply it to the new file; open the "
                    + "old file with the program that wrote it, or remove both")
        }
    }

    // MARK: Steps

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    private struct Made: ~Copyable {
        let path: String
        let descriptor: Descriptor

        consuming func finish() -> Descriptor { descriptor }
    }

    /// A new file with a lock that lasts as long as this process: it tells the next run that the
    /// file is in use.
    private static func make(
        beside target: String, _ mode: mode_t, _ removingLeftovers: Bool
    ) throws(SystemError) -> Made {
        let (folder, prefix) = temporaryNames(beside: target)
        if removingLeftovers { removeLeftovers(folder, prefix) }
        return try withNewName("\(folder)/\(prefix)") { (path) throws(SystemError) in
            let made = try UnfinishedFiles.shared.begin(path) {
                () throws(SystemError) -> Descriptor in
                try Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
            }
            made.lock()
            // Another run may have taken the file for a leftover before the lock.
            if made.hasName { return Made(path: path, descriptor: made) }
            UnfinishedFiles.shared.discard(path)
            throw .alreadyThere
        }
    }

    /// Adds six letters, others as long as the body finds something there already.
    static func withNewName<Made: ~Copyable>(
        _ beginning: String, _ make: (String) throws(SystemError) -> Made
    ) throws(SystemError) -> Made {
        while true {
            do throws(SystemError) {
                return try make(beginning + randomLetters())
            } catch {
                guard error == .alreadyThere else { throw error }
            }
        }
    }

    private static func temporaryNames(beside target: String) -> (folder: String, prefix: String) {
        var (folder, name) = Folder.split(target)
        while name.utf8.count > longestName { name.removeLast() }
        return (folder, ".\(name).gtfs-")
    }

    private static func randomLetters() -> String {
        String(
            decoding: (0..<6).map { _ in letters[Int.random(in: 0..<letters.count)] },
            as: UTF8.self)
    }

    private static func removeLeftovers(_ folder: String, _ prefix: String) {
        for name in Folder.names(in: folder) where isTemporary(name, beginning: prefix) {
            let path = "\(folder)/\(name)"
            do throws(SystemError) {
                let leftover = try Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
                if leftover.lock() == .locked { unlink(path) }
            } catch {
                // A file that cannot be opened is not ours.
                continue
            }
        }
    }

    private func takeOver(from target: String) throws(SystemError) {
        guard let old = try fileStatus(target), old.kind == .file else { return }
        let new = try descriptor.status()
        if old.owner != new.owner || old.group != new.group {
            // Only root can give files away: files that others replace belong to them from then on.
            _ = fchown(descriptor.number, old.owner, old.group)
        }
        let mode = old.permissions & 0o777
        if mode != new.permissions & 0o777 { try descriptor.setMode(mode_t(mode)) }
    }

    /// Where nothing may exist, not even a file made a moment ago.
    private func claim(_ target: String) throws(SystemError) {
        do throws(SystemError) {
            try Files.addName(target, to: temporaryPath)
            unlink(temporaryPath)
        } catch {
            // Not every file system supports hard links.
            guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) else {
                throw error
            }
            try Descriptor(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).finish()
            try Files.rename(temporaryPath, to: target)
        }
    }
}
