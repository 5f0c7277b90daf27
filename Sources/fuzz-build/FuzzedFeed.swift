import Foundation
import FuzzSupport
import GTFSSchedule

/// A feed on disk, made from a fuzzer's input.
///
/// Input that begins with `# ` is the text of several files, each below a line with its name, and
/// becomes a folder: mutations of such a text reach the rows, while those of a zip mostly end at
/// its checksums. All other input is an archive as it is.
struct FuzzedFeed {
    let path: String

    init(_ input: [UInt8], in scratch: ScratchFolder) throws {
        if input.starts(with: Array("# ".utf8)) {
            path = scratch.path + "/feed"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (name, content) in Self.files(input) {
                try Data(content).write(to: URL(fileURLWithPath: path + "/" + name))
            }
        } else {
            path = scratch.path + "/feed.zip"
            try Data(input).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Removes the feed, so that the next input does not find it.
    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            preconditionFailure("\(path): \(error)")
        }
    }

    /// The files of the reference in the text, by name.
    private static func files(_ input: [UInt8]) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var name: String?
        for line in input.split(separator: 10, omittingEmptySubsequences: false) {
            if line.starts(with: Array("# ".utf8)) {
                let heading = String(decoding: line.dropFirst(2), as: UTF8.self)
                name = Schedule.table(file: heading) == nil ? nil : heading
            } else if let name {
                files[name, default: []] += Array(line) + [10]
            }
        }
        return files
    }
}
