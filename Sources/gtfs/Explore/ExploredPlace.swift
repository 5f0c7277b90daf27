import BundleManifest
import BundleWriting
import FeedReading
import Publishing
import SystemLayer

struct ExploredPlace {
    let path: String
    private let temporary: StagingFolder?

    init(_ feed: FeedOptions, _ reporting: ReportingOptions) throws {
        if case .path(let path) = FeedLocation(feed.location).kind, Self.canBeServed(path) {
            self.path = path
            temporary = nil
            return
        }
        // First, because what killed processes left there takes room that a download needs.
        let prefix = "gtfs-explore-"
        let folder = try FileError.creating(
            "\(feed.temporaryFolder)/\(prefix)",
            try StagingFolder(in: feed.temporaryFolder, prefix: prefix))
        let archive = try feed.open()
        try Self.publish(
            archive, in: folder.path, temporaryFolder: feed.temporaryFolder, reporting: reporting)
        path = folder.path
        temporary = folder
    }

    func discard() { temporary?.discard() }

    // MARK: What is there

    private static func canBeServed(_ path: String) -> Bool {
        guard let status = knownStatus(path) else { return false }
        guard status.kind == .folder else {
            return status.kind == .file && FeedLocation(path).isDatabase
        }
        return isPublished(path) || Folder.names(in: path).contains { isPublished("\(path)/\($0)") }
    }

    private static func isPublished(_ folder: String) -> Bool {
        knownStatus("\(folder)/\(Manifest.name)")?.kind == .file
    }

    // MARK: What is made

    /// Does the work of `gtfs update`, without guards: people want to see a feed whatever is wrong
    /// with it.
    private static func publish(
        _ archive: FeedArchive, in folder: String, temporaryFolder: String,
        reporting: ReportingOptions
    ) throws {
        var definition = FeedDefinition(
            id: FeedIdentifier.make(from: name(of: archive)), file: "gtfs explore", sources: [])
        definition.manifestDays = 0
        var options = UpdateOptions()
        options.publishFolder = folder
        options.overridden = Set(GuardName.allCases)
        options.temporaryDirectory = temporaryFolder
        options.toolVersion = Tool.version
        options.userAgent = Tool.userAgent
        let reporter = UpdateReporter(definition.id, reporting)
        defer { reporter.endProgress() }
        let result = try FeedUpdate(definition, options, archive: archive) {
            reporter.progress($0)
        }.run()
        reporter.endProgress()
        guard let current = result.manifest?.current else { return }
        reporting.note(
            [
                Quantity.bytes(current.bundle.bytes), Quantity.count(current.counts.trips, "trip"),
                Quantity.count(current.notices.errors, "error"),
                Quantity.count(current.notices.warnings, "warning"),
            ].joined(separator: ", "))
    }

    private static func name(of archive: FeedArchive) -> String {
        var name = Folder.split(archive.sourceDescription).name[...]
        if let query = name.firstIndex(where: { "?#".contains($0) }) { name = name[..<query] }
        if name.lowercased().hasSuffix(".zip") { name = name.dropLast(4) }
        return name.isEmpty || name == "-" ? "feed" : String(name)
    }
}
