import BundleManifest
import FeedReading
import SystemLayer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The counter of the last manifest, in `.gtfs/counter.txt`.
///
/// Clients take no manifest with a smaller one than they have seen, so that it must grow whatever
/// becomes of the folder. The first is the second since 1970 at which it is given: a folder that was
/// lost and made anew goes on above what clients know.
struct ManifestCounter {
    /// Beyond this not every reader of JSON knows the next number from the last.
    private static let largest = 1 << 53

    private let folder: PublishFolder
    private var path: String { folder.stateFolder + "/counter.txt" }

    init(_ folder: PublishFolder) {
        self.folder = folder
    }

    /// Gives a counter that no manifest has had, and remembers it.
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
