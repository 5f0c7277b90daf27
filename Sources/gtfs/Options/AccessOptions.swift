import ArgumentParser
import FeedReading

struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder or inner archive that holds the feed, if there are several.",
            valueName: "path"))
    var subpath: String?

    @OptionGroup
    var download: DownloadOptions

    @Option(
        help: ArgumentHelp(
            "The largest unpacked size of the feed (64GB).", valueName: "size"),
        transform: ByteSize.read)
    var maxUnpackedSize: ByteSize?

    @Option(
        help: ArgumentHelp(
            "The largest ratio of unpacked to packed bytes of a file above 100 MB (300).",
            valueName: "number"), transform: Int.read)
    var maxRatio: Int?

    @Option(
        help: ArgumentHelp("The most files in an archive (10000).", valueName: "number"),
        transform: Int.read)
    var maxMembers: Int?

    @Option(
        name: .customLong("max-geojson-size"),
        help: ArgumentHelp(
            "The largest size of locations.geojson, which is read whole (32MB).",
            valueName: "size"), transform: ByteSize.read)
    var maxGeoJSONSize: ByteSize?

    @Option(
        help: ArgumentHelp(
            "The folder for temporary files ($TMPDIR, or else /tmp).", valueName: "folder"))
    var temporaryDirectory: String?

    func validate() throws {
        for (name, value) in [("--max-ratio", maxRatio), ("--max-members", maxMembers)] {
            if let value, value < 1 {
                throw ValidationError("\(name) \(value): must be at least 1")
            }
        }
    }

    func check(_ locations: [String], url: String?) throws {
        guard !locations.contains("") else {
            throw ValidationError("the name of the feed is empty")
        }
        if let url, !FeedLocation(url).isURL {
            let shown = FeedLocation(url).description
            throw ValidationError("--url \(shown): does not begin with http:// or https://")
        }
        if !download.httpHeaders.isEmpty, !locations.allSatisfy({ FeedLocation($0).isURL }) {
            throw ValidationError("--http-header applies only to downloads")
        }
    }

    func open(_ location: String) throws -> FeedArchive {
        try FeedArchive.open(location, options: archiveOptions)
    }

    var archiveOptions: ArchiveOptions {
        let standard = ArchiveLimits.standard
        let limits = ArchiveLimits(
            totalBytes: maxUnpackedSize.map { Int64($0.bytes) } ?? standard.totalBytes,
            ratio: maxRatio ?? standard.ratio,
            memberCount: maxMembers ?? standard.memberCount,
            geoJSONBytes: maxGeoJSONSize?.bytes ?? standard.geoJSONBytes)
        var options = ArchiveOptions(
            limits: limits, subpath: subpath, httpHeaders: download.httpHeaders,
            userAgent: Tool.userAgent, temporaryDirectory: temporaryFolder)
        options.download.allowsPrivateRedirects = download.allowPrivateRedirects
        return options
    }

    var temporaryFolder: String {
        temporaryDirectory ?? ArchiveOptions.systemTemporaryDirectory
    }
}

extension ByteSize: FormedArgument {
    static var form: String { "bytes, with or without a unit: 800000, 20MB, 1GiB" }

    package init?(argument: String) {
        self.init(text: argument)
    }
}
