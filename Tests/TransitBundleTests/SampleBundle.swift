import BundleWriting
import FeedReading
import Foundation
import TransitBundle

func sampleBundle() async throws -> TransitBundle {
    try await SampleBundle.built.value
}

/// The bundle of a feed that the test writes itself: text by file name.
func bundle(
    of files: [String: String], _ options: BundleBuild.Options = .init()
) throws -> TransitBundle {
    try TransitBundle(path: try bundlePath(of: files, options))
}

/// Where the bundle of a feed lies that the test writes itself.
func bundlePath(
    of files: [String: String], _ options: BundleBuild.Options = .init()
) throws -> String {
    let folder = try SampleBundle.newFolder()
    for (name, text) in files {
        try text.write(
            to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
    return try SampleBundle.build(folder.path, in: try SampleBundle.newFolder(), options)
}

/// Where bundles of tests are built.
enum SampleBundle {
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let built = Task { try TransitBundle(path: try await path.value) }

    static let path = Task {
        try build(package.appendingPathComponent("feeds/sample").path, in: try newFolder())
    }

    static func build(
        _ feed: String, in folder: URL, _ options: BundleBuild.Options = .init()
    ) throws -> String {
        let target = folder.appendingPathComponent("bundle.sqlite").path
        let archive = try FeedArchive.open(feed)
        _ = try BundleBuild(options).run(archive, to: target, progress: { _ in })
        return target
    }

    static func newFolder() throws -> URL {
        let folder = root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static let root: URL = {
        atexit { try? FileManager.default.removeItem(at: SampleBundle.root) }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("TransitBundleTests-\(getpid())")
    }()
}
