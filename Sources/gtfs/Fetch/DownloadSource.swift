import BundleUpdating
import FeedReading

/// Sends the requests of an update with the code that downloads feeds.
struct DownloadSource: BundleSource {
    /// Only for the host of the address.
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
        _ request: BundleRequest, head: (BundleReply) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let get = HTTPGet(
            SecretText(request.url),
            own: headers.map { (name: $0.name, value: SecretText($0.value)) },
            common: [("User-Agent", Tool.userAgent)] + request.headers,
            settings: settings, network)
        guard let get else { throw BundleSourceFailure("is not a valid address", isPassing: false) }
        do {
            try get.run { status, fields in
                try head(BundleReply(status: status, headers: fields))
            } body: { bytes in
                try part(bytes)
            }
        } catch let failure as ConnectionFailure {
            throw BundleSourceFailure(failure.reason, isPassing: !failure.isLasting)
        }
    }
}
