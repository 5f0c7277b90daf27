import Foundation
import Logging
import SystemLayer

/// Cached answers as files, one for each key, named after its hash.
///
/// A file is written beside its final place and renamed, so that it exists completely or not at
/// all. The write does not wait for the disk: a file that a power cut damages no longer matches its
/// hash and is removed.
final class AnswerFolder {
    private struct File {
        var byteCount: Int
        var lastUse: Int
    }

    private static let ending = ".answer"

    private let path: String
    private let mostBytes: Int
    private let log: Logger
    private var files: [String: File]?
    private var byteCount = 0
    private var uses = 0
    private var hasComplained = false

    init(_ folder: URL, mostBytes: Int, _ log: Logger) {
        path = folder.path
        self.mostBytes = mostBytes
        self.log = log
    }

    /// A file that is damaged or has another key is removed.
    func answer(_ key: String) -> CachedAnswer? {
        let name = Self.name(key)
        guard look()[name] != nil else { return nil }
        do throws(FileError) {
            let bytes = try WholeFile.read(path + "/" + name, atMost: mostBytes)
            if let bytes, let answer = CachedAnswer(key: key, fileBytes: Data(bytes)) {
                use(name)
                return answer
            }
        } catch {
            complain(error)
        }
        remove(name)
        return nil
    }

    func keep(_ answer: CachedAnswer) {
        let name = Self.name(answer.key)
        _ = look()
        do {
            let bytes = try answer.fileBytes()
            remove(name)
            guard bytes.count <= mostBytes else { return }
            let new = "\(path)/\(Self.temporaryPrefix)\(name)"
            try bytes.write(to: URL(fileURLWithPath: new))
            try Files.rename(new, to: path + "/" + name)
            files?[name] = File(byteCount: bytes.count, lastUse: 0)
            byteCount += bytes.count
            use(name)
        } catch {
            complain(error)
        }
        while byteCount > mostBytes,
            let oldest = files?.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(oldest.key)
        }
    }

    func forget(_ key: String) {
        let name = Self.name(key)
        if look()[name] != nil { remove(name) }
    }

    // MARK: Files

    private static let temporaryPrefix = ".new-"

    private static func name(_ key: String) -> String { ByteDigest.sha256(key.utf8) + ending }

    /// Lists the folder. Unfinished files of a killed process are removed; files of others stay.
    private func look() -> [String: File] {
        if let files { return files }
        var found: [(name: String, byteCount: Int, modified: Int)] = []
        do {
            // Answers may be for their owner only, such as those to requests with a token.
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for name in try Folder.listing(of: path) where name.hasSuffix(Self.ending) {
                if name.hasPrefix(Self.temporaryPrefix) {
                    Files.remove(path + "/" + name)
                } else if let status = try fileStatus(path + "/" + name), status.kind == .file {
                    found.append((name, status.size, status.modifiedSeconds))
                }
            }
        } catch {
            complain(error)
        }
        // The order of use ends with the process, but the order of writing remains.
        found.sort { ($0.modified, $0.name) < ($1.modified, $1.name) }
        var files: [String: File] = [:]
        for file in found {
            uses += 1
            files[file.name] = File(byteCount: file.byteCount, lastUse: uses)
            byteCount += file.byteCount
        }
        self.files = files
        return files
    }

    private func use(_ name: String) {
        uses += 1
        files?[name]?.lastUse = uses
    }

    private func remove(_ name: String) {
        Files.remove(path + "/" + name)
        if let file = files?.removeValue(forKey: name) { byteCount -= file.byteCount }
    }

    private func complain(_ error: any Error) {
        guard !hasComplained else { return }
        hasComplained = true
        log.warning("answers cannot be kept in the folder", metadata: ["error": "\(error)"])
    }
}

/// In memory and perhaps in a folder. Both are bounded; the least recently used answers are dropped
/// first.
actor AnswerCache {
    private struct Entry {
        var answer: CachedAnswer
        var lastUse: Int
    }

    private var entries: [String: Entry] = [:]
    private var byteCount = 0
    private var uses = 0
    private let mostBytes: Int
    private let folder: AnswerFolder?

    init(_ settings: CacheSettings, _ log: Logger) {
        mostBytes = settings.mostBytesInMemory
        folder = settings.folder.map {
            AnswerFolder($0, mostBytes: settings.mostBytesOnDisk, log)
        }
    }

    /// However old it is.
    func answer(_ key: String) -> CachedAnswer? {
        if entries[key] != nil {
            uses += 1
            entries[key]?.lastUse = uses
            return entries[key]?.answer
        }
        guard let answer = folder?.answer(key) else { return nil }
        remember(answer)
        return answer
    }

    func keep(_ answer: CachedAnswer) {
        remember(answer)
        folder?.keep(answer)
    }

    func forget(_ key: String) {
        drop(key)
        folder?.forget(key)
    }

    private func remember(_ answer: CachedAnswer) {
        drop(answer.key)
        guard answer.byteCount <= mostBytes else { return }
        uses += 1
        entries[answer.key] = Entry(answer: answer, lastUse: uses)
        byteCount += answer.byteCount
        while byteCount > mostBytes,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            drop(oldest.key)
        }
    }

    private func drop(_ key: String) {
        if let entry = entries.removeValue(forKey: key) { byteCount -= entry.answer.byteCount }
    }
}
