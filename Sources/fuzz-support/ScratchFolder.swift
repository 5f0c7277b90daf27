import Foundation
import SystemLayer

/// A folder in memory where the system has one, because each write ends with an fsync.
public struct ScratchFolder: Sendable {
    public let path: String

    public init() {
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

    /// Makes a folder in the folder.
    public func makeFolder(_ name: String) {
        attempt(name) {
            try FileManager.default.createDirectory(
                atPath: path + "/" + name, withIntermediateDirectories: true)
        }
    }

    /// Writes a file of the folder; returns its path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = path + "/" + name
        attempt(file) {
            guard let descriptor = try Descriptor.sharing(file) else {
                throw SystemError.alreadyThere
            }
            try descriptor.empty()
            try bytes.withUnsafeBytes { try descriptor.write($0) }
        }
        return file
    }

    /// A file of the folder; nil when it is missing.
    public func read(_ name: String) -> [UInt8]? {
        var bytes: [UInt8]?
        attempt(name) { bytes = try WholeFile.read(path + "/" + name, atMost: .max) }
        return bytes
    }

    /// Removes a file, if it is there.
    public func remove(_ name: String) { Files.remove(path + "/" + name) }

    /// Removes everything in a folder of the folder.
    public func clear(_ name: String) {
        for file in names(in: name) { UnfinishedFiles.remove("\(path)/\(name)/\(file)") }
    }

    /// The names in a folder of the folder, the hidden ones too.
    public func names(in name: String = "") -> Set<String> {
        Set(Folder.names(in: path + "/" + name))
    }

    private func attempt(_ name: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}
