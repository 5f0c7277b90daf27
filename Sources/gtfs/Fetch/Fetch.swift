import ArgumentParser
import BundleManifest
import BundleUpdating
import FeedReading
import TransitBundle

/// `gtfs fetch`: the nightly job of a kiosk.
struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Bring a bundle up to date with what a server or a publish folder offers.",
        discussion: """
            gtfs fetch http://host:8080 -o FILE
            gtfs fetch https://host/sydney/manifest.json --public-key sydney.pub -o FILE

            The address is that of a gtfs serve, of a manifest.json, or a publish folder of this \
            machine. What has changed comes as a delta where there is one, and what a broken \
            download has left is continued. FILE is replaced when the new bundle is whole and was \
            checked; the old one stays as FILE.previous, and FILE.fetch.json remembers what was seen.

            Exits 0 when FILE is up to date, was before, or waits because of --max-download; 65 when \
            what is offered is refused: not signed, expired, older than what was seen, or damaged; \
            66 when there is no such publish folder; 69 when nothing came; 73 when FILE cannot be \
            made; 75 when another process fetches FILE. FILE is a whole bundle whatever happens.
            """)

    @Argument(help: "Where bundles come from.")
    var address: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The bundle.", valueName: "file"))
    var output: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The manifest must be signed with this key; given twice, with one of the two.",
            valueName: "file"))
    var publicKey: [String] = []

    @Option(
        help: ArgumentHelp(
            "The id of the feed: which of a server's, and what the manifest must say.",
            valueName: "id"))
    var feed: String?

    @Option(
        name: .customLong("http-header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A header for requests, \"Name: value\"; repeatable. Not sent to other hosts.",
            valueName: "header"), transform: HTTPHeader.read)
    var httpHeaders: [HTTPHeader] = []

    @Flag(
        help: "Follow redirects from the internet to private addresses, such as 127.0.0.1.")
    var allowPrivateRedirects = false

    @Option(
        help: ArgumentHelp(
            "Postpone updates that need more bytes than this.", valueName: "size"),
        transform: ByteSize.read)
    var maxDownload: ByteSize?

    @Flag(help: "Go back to FILE.previous; the current version is not installed again.")
    var rollback = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        try OutputCheck.named("--output", output)
        if (address == nil) != rollback {
            throw ValidationError(
                rollback ? "--rollback asks nobody: leave the address out" : "name an address")
        }
        guard publicKey.count <= 2 else {
            throw ValidationError("--public-key: two are enough, the old one and the new one")
        }
        if let feed, feed.isEmpty { throw ValidationError("--feed: the id is empty") }
    }

    func run() throws {
        let reporter = FetchReporter(output, reporting)
        defer { reporter.endProgress() }
        guard let address else {
            try BundleUpdate.rollback(output, check: TransitBundle.check)
            return try reporter.finishRollback()
        }
        var settings = BundleUpdate.Settings()
        settings.keys = try publicKey.map(VerifyingKey.init(path:))
        settings.feed = feed
        settings.byteLimit = maxDownload?.bytes
        settings.check = TransitBundle.check
        settings.progress = reporter.progress
        let place = try BundleAddress(address, feed: feed)
        if place.isLocal, !httpHeaders.isEmpty {
            throw ValidationError("--http-header is for what is downloaded")
        }
        let source: any BundleSource =
            place.isLocal
            ? FolderSource()
            : DownloadSource(
                headers: httpHeaders, allowsPrivateRedirects: allowPrivateRedirects)
        let result = try BundleUpdate(from: place, to: output, over: source, settings).run()
        reporter.endProgress()
        try reporter.finish(result)
    }
}

/// The exit code of the command when a bundle was not fetched.
extension BundleUpdateError: DiagnosedError {
    package var exitCode: Int32 {
        switch self {
        case .address: 64
        case .network, .refused: 69
        case .notAManifest, .unsigned, .wrongSignature, .otherFeed, .older, .expired, .unsafeName,
            .damaged, .newerLayout:
            65
        case .cannotCreate: 73
        case .busy: 75
        case .disk: 74
        case .missing, .nothingToRollBack: 66
        }
    }

    package var details: [String] {
        switch self {
        case .older:
            [
                "  if its publisher began anew: remove FILE.fetch.json, and what was seen is "
                    + "forgotten"
            ]
        default: []
        }
    }
}
