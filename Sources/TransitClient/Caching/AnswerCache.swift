import Foundation
import Logging

/// The answers that a client keeps, in memory and perhaps in a folder. Both are bounded; the least
/// recently used answers go first.
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

    /// The answer under a key, however old.
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

    /// Keeps an answer, in place of the previous one under its key.
    func keep(_ answer: CachedAnswer) {
        remember(answer)
        folder?.keep(answer)
    }

    /// Removes the answer under a key.
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
