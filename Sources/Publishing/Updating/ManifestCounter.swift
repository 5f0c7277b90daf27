import BundleManifest
import FeedReading
import Foundation
import SystemLayer

/// The counter of the last manifest, in `.gtfs/counter.txt`.
///
/// Clients reject a manifest with a smaller counter than they have seen, so it must grow even if
/// the folder is lost. The first counter is the current second since 1970, so a folder that is made
/// again continues above what clients know.
struct ManifestCounter {
    /// Above this, not every JSON reader can tell a number from the next.
    private static let largest = 1 << 53

    private let folder: PublishFolder
    private var path: String { folder.stateFolder + "/counter.txt" }

    init(_ folder: PublishFolder) {
        self.folder = folder
    }

    /// Returns a counter that no manifest has had, and remembers it.
    func next(after old: Manifest?, now: Date) throws -> Int {
        let text = String(decoding: try WholeFile.read(path) ?? [], as: UTF8.self)
        let kept = text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        let last = [old?.counter, kept].compactMap { $0 }.max()
        guard last ?? 0 < Self.largest else {
            throw PublishingError.unusableFolder(
                path: folder.manifestPath,
                reason: "has a counter that cannot grow; take it out of there and of \(path)")
        }
        let counter = last.map { $0 + 1 } ?? max(1, Int(now.timeIntervalSince1970))
        try PublishFolder.write(Array("\(counter)\n".utf8), to: path)
        return counter
    }
}
