import Foundation

package enum PackageRoot {
    package static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Whether the files shared with the package's developers are there. A test that reads them has
    /// the trait `sharedFiles`.
    package static let hasShared = shared("feeds") != nil

    /// A file or folder shared with the package's developers; nil when it is not there.
    package static func shared(_ name: String) -> String? {
        let path = path + "/../shared/" + name
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Whether tests read large shared files, too: with GTFS_LARGE_FEEDS=1, as in `.ci/nightly`.
    package static let readsLargeFiles =
        ProcessInfo.processInfo.environment["GTFS_LARGE_FEEDS"] == "1"

    /// The largest shared file that is read before each merge.
    private static let largest = readsLargeFiles ? Int.max : 500_000

    /// Names of the files of a shared folder that end in `suffix`, sorted; none when it is not there.
    package static func sharedFiles(in folder: String, suffix: String) -> [String] {
        guard let path = shared(folder) else { return [] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            guard name.hasSuffix(suffix), !name.contains("/") else { return false }
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            return attributes?[.size] as? Int ?? 0 <= largest
        }.sorted()
    }

    package static func executable(_ name: String) -> String {
        #if os(macOS)
            let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
            let folder = bundles.first?.bundleURL.deletingLastPathComponent()
        #else
            let folder: URL? = Bundle.main.bundleURL
        #endif
        return (folder?.path ?? ".") + "/" + name
    }

    package static func files(below folder: String, suffix: String) -> [String] {
        let root = path + "/" + folder
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { root + "/" + $0 }
    }
}
