import ArgumentParser
import BundleDiffing
import BundleWriting
import FeedReading
import SystemLayer

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the changes from one bundle or feed to another.",
        discussion: """
            Compares agencies, routes, stops, trips and days of service by the feed's own ids, and \
            by content where only ids are new. Trips and their days are compared on the days that \
            both have. Other files are named when their rows differ, and so are files and columns \
            that the reference does not know. Of a feed, a temporary bundle is built.
            """)

    @Argument(help: "The old bundle or feed: a file, a folder, - or an http(s) URL.")
    var old: String

    @Argument(help: "The new bundle or feed.")
    var new: String

    @Flag(help: "Print JSON.")
    var json = false

    @Option("Write a page for browsers.", value: "file")
    var html: String?

    @OptionGroup
    var place: OutputOptions

    @Flag(help: "Print every change, not only the first of each part.")
    var all = false

    @Flag(help: "Exit with 1 when the bundles differ.")
    var exitCode = false

    @OptionGroup(title: "Feeds")
    var access: AccessOptions

    private static let screenLines = 3

    func validate() throws {
        try OutputCheck.named("--html", html)
        guard old != "-" || new != "-" else {
            throw ValidationError("standard input can be read only once")
        }
        // A header is for the one that is downloaded.
        let downloads = [old, new].filter { FeedLocation($0).isURL }
        try access.check(downloads.isEmpty ? [old, new] : downloads, url: nil)
    }

    func run() throws {
        if let html {
            try OutputCheck.distinct(html, from: [old, new])
            try OutputCheck.replaceable(html, .page, place, reading: [old, new])
        }
        let before = try ComparedBundle(old, access)
        let after = try ComparedBundle(new, access)
        let diff = try withExtendedLifetime((before, after)) {
            try BundleDiff(
                old: before.path, named: before.name, new: after.path, named: after.name)
        }
        if let html {
            try WholeFile.write(diff.html.utf8, to: html, replacing: place.replacing(.page))
        }
        if json {
            try StandardOutput.write(data: diff.json())
        } else {
            try StandardOutput.write(diff.words(limit: all ? nil : Self.screenLines))
        }
        if exitCode, !diff.isEmpty || diff.mayDifferElsewhere { throw ExitCode(1) }
    }
}

/// A bundle as it is; for a feed one that is there until the comparison ends, however that ends.
private final class ComparedBundle {
    let path: String
    /// What readers call a feed; nil for a bundle, which has its file's name.
    let name: String?
    private let folder: String?

    init(_ location: String, _ access: AccessOptions) throws {
        guard let feed = try Self.feed(location, access) else {
            (path, name, folder) = (location, nil, nil)
            return
        }
        let shown = FeedLocation(location)
        name =
            shown.isURL
            ? shown.description
            : shown.description.split(separator: "/").last.map(String.init)
        let directory = access.temporaryFolder
        let folder = try SystemError.turning(
            into: { FeedError.temporaryFile(directory: directory, reason: $0.description) },
            try Folder.makeUnfinished("\(directory)/gtfs-diff-", isPrivate: true))
        self.folder = folder
        path = folder + "/feed.sqlite"
        var options = BundleBuild.Options()
        options.temporaryDirectory = directory
        options.toolVersion = Tool.version
        _ = try BundleBuild(options).run(feed, to: path) { _ in }
    }

    deinit {
        if let folder { UnfinishedFiles.shared.discard(folder) }
    }

    /// Nil for a bundle, and for what is neither: then the reader of bundles says what is wrong.
    private static func feed(_ location: String, _ access: AccessOptions) throws -> FeedArchive? {
        guard case .path(let path) = FeedLocation(location).kind else {
            return try access.open(location)
        }
        guard Files.exist(at: path), !FeedLocation(location).isDatabase else { return nil }
        do throws(FeedError) {
            return try FeedArchive.open(location, options: access.archiveOptions)
        } catch .notAnArchive {
            return nil
        }
    }
}
