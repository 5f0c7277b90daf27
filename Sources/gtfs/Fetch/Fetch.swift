import ArgumentParser
import BundleManifest
import BundleUpdating
import BundleWriting
import FeedReading
import SystemLayer
import TransitBundle

struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Bring a bundle up to date from a server or a publish folder.",
        discussion: """
            gtfs fetch http://host:8080 -o FILE
            gtfs fetch https://host/sydney/manifest.json --public-key sydney.pub -o FILE

            The address is that of a gtfs serve or of a manifest.json, or a publish folder on this \
            machine. Updates come as a delta if there is one, and a broken download is resumed. \
            FILE is replaced once the new bundle is complete and checked; the old one stays as \
            FILE.previous, and FILE.fetch.json records the newest version seen.

            Exits 0 when FILE is up to date, now or before, or when the update waits because of \
            --max-download; 65 when the offered version is refused: not signed, expired, older \
            than one seen, or damaged; 66 when there is no such publish folder; 69 when nothing \
            could be downloaded; 73 when FILE cannot be made; 75 when another process is fetching \
            FILE. FILE is a whole bundle whatever happens.
            """)

    @Argument(help: "The address of a server or a manifest.json, or a publish folder.")
    var address: String?

    @Option("The bundle.", value: "file", name: .shortAndLong)
    var output: String

    @Option(
        "The manifest must be signed with this key; given twice, with either of them.",
        value: "file")
    var publicKey: [String] = []

    @Option(
        "The feed's id: selects one of a server's feeds, and must be that of the manifest.",
        value: "id")
    var feed: String?

    @OptionGroup
    var download: DownloadOptions

    @Option("Postpone updates that need more bytes than this.", value: "size")
    var maxDownload: ByteSize?

    @Flag(help: "Go back to FILE.previous; the current version is not installed again.")
    var rollback = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        try OutputCheck.named("--output", output)
        if (address == nil) != rollback {
            throw ValidationError(
                rollback ? "--rollback takes no address" : "name an address")
        }
        guard publicKey.count <= 2 else {
            throw ValidationError("--public-key: two are enough, the old one and the new one")
        }
        if let feed, feed.isEmpty { throw ValidationError("--feed: the id is empty") }
    }

    func run() throws {
        try Replaceable.bundle.check(output)
        try Replaceable.bundle.check(BundleUpdate.previousPath(of: output))
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
        if place.isLocal, !download.httpHeaders.isEmpty {
            throw ValidationError("--http-header applies only to downloads")
        }
        let source: any BundleSource =
            place.isLocal
            ? FolderSource()
            : DownloadSource(
                headers: download.httpHeaders,
                allowsPrivateRedirects: download.allowPrivateRedirects)
        let result = try BundleUpdate(from: place, to: output, over: source, settings).run()
        reporter.endProgress()
        try reporter.finish(result)
    }
}

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
                "  if its publisher started over: remove FILE.fetch.json to forget the versions "
                    + "seen"
            ]
        default: []
        }
    }
}

struct DownloadSource: BundleSource {
    /// Sent only to the host of the address.
    private let headers: [HTTPHeader]
    private let settings: DownloadSettings
    /// Shared by all requests of the update: its files come from the manifest's server.
    private let network: NetworkGuard

    init(headers: [HTTPHeader], allowsPrivateRedirects: Bool) {
        self.headers = headers
        var settings = DownloadSettings()
        settings.allowsPrivateRedirects = allowsPrivateRedirects
        self.settings = settings
        network = NetworkGuard(settings)
    }

    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        do {
            try HTTPGet.run(
                SecretText(request.url), own: headers,
                common: [("User-Agent", Tool.userAgent)] + request.headers, settings: settings,
                network
            ) { status, fields in
                // The bytes are as they came; some servers label a `.gz` with its own compression.
                var fields = fields
                fields["content-encoding"] = nil
                try head(HTTPHead(status: status, headers: fields))
            } body: { bytes in
                try part(bytes)
            }
        } catch let failure as ConnectionFailure {
            throw BundleSourceFailure(failure.reason, isPassing: !failure.isLasting)
        }
    }
}
