import SystemLayer

/// How to open a feed. The defaults suit a feed that is trusted as much as a web page.
package struct ArchiveOptions: Sendable {
    package var limits: ArchiveLimits
    /// The folder or inner archive (`inner.zip`, `inner.zip/folder`) that holds the feed; nil when
    /// there is only one.
    package var subpath: String?
    /// Whether files are found as the canonical validator finds them: case does not matter, and
    /// files in folders do not belong to the feed, even if the root has none.
    package var isCanonical = false
    /// Headers of a download, sent only to the host of the URL, never to where it redirects.
    package var httpHeaders: [HTTPHeader]
    package var headersName = "--http-header"
    /// The user agent of a download; some servers refuse the usual library names.
    package var userAgent: String
    package var download = DownloadSettings()
    /// Whether a path may have a pipe or a device, as shells make one for `<(...)`. Its writer may
    /// never come or never end, and a nightly job would wait for it.
    package var acceptsPipes = true
    /// The folder for downloads, standard input and what cannot be read in place.
    package var temporaryDirectory: String
    package var cancellation = Cancellation()

    package init(
        limits: ArchiveLimits = .standard,
        subpath: String? = nil,
        httpHeaders: [HTTPHeader] = [],
        userAgent: String = "swift-gtfs",
        temporaryDirectory: String = ArchiveOptions.systemTemporaryDirectory
    ) {
        self.limits = limits
        self.subpath = subpath
        self.httpHeaders = httpHeaders
        self.userAgent = userAgent
        self.temporaryDirectory = temporaryDirectory
    }

    package static var systemTemporaryDirectory: String {
        ThisProcess.variable("TMPDIR") ?? "/tmp"
    }
}

/// Guards against archives that unpack to more than anybody meant to send ("zip bombs").
///
/// The limits apply to the sizes that the archive declares *and* while reading: a member that is
/// larger than declared is an error, so the declared sizes bound what is read.
public struct ArchiveLimits: Sendable, Hashable {
    /// The most bytes that the files of the feed, a download or standard input may have together.
    public var totalBytes: Int64
    /// The most bytes that a member may unpack to per packed byte; applies only to members above
    /// ``ratioFloorBytes``. Deflate cannot exceed 1032; ordinary feeds have 5 to 60.
    public var ratio: Int
    /// The most members of an archive, including folders.
    public var memberCount: Int

    /// The largest `locations.geojson`, which is read whole.
    public var geoJSONBytes: Int

    /// 64 GB, 300:1, 10,000 members, 32 MB of `locations.geojson`: several times the largest published feeds.
    public static let standard = ArchiveLimits()

    /// Members up to this size (100 MB) are accepted whatever their ratio.
    public static let ratioFloorBytes: Int64 = 100_000_000

    /// The given limits; the others are as in ``standard``.
    public init(
        totalBytes: Int64 = 64_000_000_000, ratio: Int = 300, memberCount: Int = 10_000,
        geoJSONBytes: Int = 32_000_000
    ) {
        self.totalBytes = totalBytes
        self.ratio = ratio
        self.memberCount = memberCount
        self.geoJSONBytes = geoJSONBytes
    }

    /// One of the limits with its value, for the error message.
    public enum Kind: Sendable, Hashable, CustomStringConvertible {
        /// ``ArchiveLimits/totalBytes``.
        case totalBytes(Int64)
        /// ``ArchiveLimits/ratio``.
        case ratio(Int)
        /// ``ArchiveLimits/memberCount``.
        case memberCount(Int)
        /// ``ArchiveLimits/geoJSONBytes``.
        case geoJSONBytes(Int)

        package var flag: String {
            switch self {
            case .totalBytes: "--max-unpacked-size"
            case .ratio: "--max-ratio"
            case .memberCount: "--max-members"
            case .geoJSONBytes: "--max-geojson-size"
            }
        }

        package var property: String {
            switch self {
            case .totalBytes: "ArchiveLimits.totalBytes"
            case .ratio: "ArchiveLimits.ratio"
            case .memberCount: "ArchiveLimits.memberCount"
            case .geoJSONBytes: "ArchiveLimits.geoJSONBytes"
            }
        }

        public var description: String {
            switch self {
            case .totalBytes(let bytes): "\(bytes) bytes"
            case .ratio(let ratio): "\(ratio):1"
            case .memberCount(let count): Quantity.count(count, "member")
            case .geoJSONBytes(let bytes): "\(bytes) bytes"
            }
        }
    }

    func checkTotal(_ bytes: Int64, source: String) throws(FeedError) {
        if bytes > totalBytes {
            throw .limitExceeded(
                source: source, limit: .totalBytes(totalBytes), found: "at least \(bytes) bytes")
        }
    }

    /// Throws when `packed` bytes cannot plausibly unpack to `unpacked` bytes.
    func checkRatio(unpacked: Int64, packed: Int64, member: String, source: String)
        throws(FeedError)
    {
        guard unpacked > Self.ratioFloorBytes else { return }
        let allowed = max(packed, 1).multipliedReportingOverflow(by: Int64(ratio))
        if !allowed.overflow && unpacked > allowed.partialValue {
            throw .limitExceeded(
                source: source, limit: .ratio(ratio),
                found: "\(member) unpacks \(packed) bytes to \(unpacked)")
        }
    }

    func checkMembers(_ count: Int, source: String) throws(FeedError) {
        if count > memberCount {
            throw .limitExceeded(
                source: source, limit: .memberCount(memberCount),
                found: "at least \(Quantity.count(count, "member"))")
        }
    }
}

/// A number of bytes as people write it: `20MB`, `1.5 GiB`, `300000`. MB means 10^6 bytes.
package struct ByteSize: Hashable, Sendable {
    package let bytes: Int

    private static let units: [String: Int] = [
        "": 1, "b": 1,
        "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000,
        "g": 1_000_000_000, "gb": 1_000_000_000,
        "t": 1_000_000_000_000, "tb": 1_000_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]

    package init(bytes: Int) {
        self.bytes = bytes
    }

    package init?(text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let factor = Self.units[unit], let number = Double(digits),
            let bytes = Int(exactly: (number * Double(factor)).rounded()), bytes > 0
        else { return nil }
        self.bytes = bytes
    }
}
