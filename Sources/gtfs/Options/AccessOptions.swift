import ArgumentParser
import FeedReading

struct AccessOptions: ParsableArguments {
    @Option("The folder or inner archive that holds the feed, if there are several.", value: "path")
    var subpath: String?

    @OptionGroup
    var download: DownloadOptions

    @Option("The largest unpacked size of the feed (64GB).", value: "size")
    var maxUnpackedSize: ByteSize?

    @Option(
        "The largest ratio of unpacked to packed bytes of a file above 100 MB (300).",
        value: "number")
    var maxRatio: Int?

    @Option("The most files in an archive (10000).", value: "number")
    var maxMembers: Int?

    @Option(
        "The largest size of locations.geojson, which is read whole (32MB).",
        value: "size", name: .customLong("max-geojson-size"))
    var maxGeoJSONSize: ByteSize?

    @Option("The folder for temporary files ($TMPDIR, or else /tmp).", value: "folder")
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
