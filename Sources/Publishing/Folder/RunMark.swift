import Foundation
import SystemLayer

/// Whether the last run recorded how it ended, which shows even when it could write nothing.
///
/// A disk that is full takes no bytes, but a file can still be emptied. So `.gtfs/lock` is empty
/// while a run is at work, and has a line once `status.json` says how the run ended.
struct RunMark {
    private static let line = Array("ended\n".utf8)
    private let folder: PublishFolder

    init(_ folder: PublishFolder) {
        self.folder = folder
    }

    func begin() {
        set([])
        Files.touch(folder.lockPath)
    }

    func end() { set(Self.line) }

    private func set(_ bytes: [UInt8]) {
        do {
            // Not replaced, because runs lock it.
            guard let file = try Descriptor.sharing(folder.lockPath) else { return }
            try file.empty()
            try bytes.withUnsafeBytes { try file.write($0) }
        } catch {
            // The run matters more; a mark that stays empty is an alarm too many, not one too few.
            return
        }
    }

    var openSince: Date? {
        guard let mark = knownStatus(folder.lockPath), mark.size == 0 else { return nil }
        return Date(timeIntervalSince1970: Double(mark.modifiedSeconds))
    }

    /// When the last run began, if it is over and its end is not recorded: it was killed, or could
    /// not write.
    var unrecordedSince: Date? { Lease.isHeld(folder) ? nil : openSince }
}
