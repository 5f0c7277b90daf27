import Foundation

/// A client that follows a manifest in a loop and looks whether all of its current version is there.
final class ManifestReader: @unchecked Sendable {
    // Sendable: all that changes is touched only with the lock held.
    private let folder: String
    private let lock = NSCondition()
    private var isStopped = false
    private var reads = 0
    private var problems: Set<String> = []
    private let ended = DispatchSemaphore(value: 0)

    init(_ folder: String) {
        self.folder = folder
    }

    func start() {
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isStopped }) {
                let found = Self.look(folder)
                lock.withLock {
                    reads += 1
                    problems.formUnion(found)
                    lock.broadcast()
                }
            }
            ended.signal()
        }
    }

    func lookOnce() {
        lock.withLock {
            // The one that is under way may have begun before.
            let next = reads + 2
            while reads < next { lock.wait() }
        }
    }

    func stop() -> Set<String> {
        lock.withLock { isStopped = true }
        ended.wait()
        return lock.withLock { problems }
    }

    private static func look(_ folder: String) -> [String] {
        guard let data = FileManager.default.contents(atPath: folder + "/manifest.json"),
            let manifest = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let current = manifest["current"] as? [String: Any],
            let version = current["version"] as? String
        else { return ["no readable manifest"] }
        return ["bundle", "gzip", "report_json", "report_html"].compactMap { kind in
            guard let file = current[kind] as? [String: Any], let name = file["name"] as? String,
                let bytes = file["bytes"] as? Int
            else { return "\(kind) is not named" }
            guard name.hasPrefix("town-\(version).") else { return "\(name) is not of \(version)" }
            guard let content = FileManager.default.contents(atPath: folder + "/" + name) else {
                // It may be gone because two newer versions came meanwhile: then the manifest says so.
                return isStillCurrent(folder, version) ? "\(name) is missing" : nil
            }
            return content.count == bytes ? nil : "\(name) has \(content.count) bytes"
        }
    }

    private static func isStillCurrent(_ folder: String, _ version: String) -> Bool {
        let text =
            FileManager.default.contents(atPath: folder + "/manifest.json")
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.contains("\"version\" : \"\(version)\"")
    }
}
