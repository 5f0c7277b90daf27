import Foundation
import SystemLayer

/// A folder in memory where there is one, because a build ends with an fsync.
struct ScratchFolder {
    let path: String

    init() {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        path = parent + "/gtfs-fuzz-\(ThisProcess.number)"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("\(path): \(error)")
        }
    }
}
