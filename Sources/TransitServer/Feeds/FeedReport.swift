import BundleManifest
import Foundation
import GTFSSchedule
import TransitAPI

/// A feed in `/status` and `/api/v1/feeds`.
@available(iOS 17, macOS 14, *)
struct FeedReport {
    private let name: String
    private let feed: ServedFeed
    private let state: FeedState?
    private let now: Date

    init(_ name: String, _ feed: ServedFeed, now: Date) {
        self.name = name
        self.feed = feed
        self.now = now
        state = feed.state
    }

    private var manifest: Manifest? { state?.published?.manifest }

    /// The version that answers now.
    private var current: ServedVersion? { state?.version(at: now) }

    /// All versions: the current one, the next one, and earlier ones.
    private var versions: [VersionDTO] {
        guard let manifest else {
            return current.map { [VersionDTO(version: $0.name)] } ?? []
        }
        return manifest.versions.map { version in
            VersionDTO(
                version: version.version, publishedAt: version.publishedAt,
                validFrom: Self.day(version.validFrom), validUntil: Self.day(version.validUntil))
        }
    }

    /// A row of `/api/v1/feeds`.
    var summary: FeedSummaryDTO {
        let isNamed =
            manifest?.licence != nil || manifest?.licenceURL != nil
            || manifest?.attribution != nil
        return FeedSummaryDTO(
            feed: name, bundle: current?.name,
            next: state?.takeover(after: now).flatMap { _ in state?.next?.version.name },
            versions: versions,
            licence: isNamed
                ? LicenceDTO(
                    name: manifest?.licence, url: manifest?.licenceURL,
                    attribution: manifest?.attribution) : nil,
            homepage: manifest?.homepage)
    }

    /// A row of `/status`.
    var status: FeedStatusDTO {
        // A bundle that cannot be opened answers no request.
        let version = current.flatMap { feed.hasFailed($0) ? nil : $0 }
        let answering = manifest?.versions.first { $0.version == version?.name }
        let published = answering.flatMap { try? Date($0.publishedAt, strategy: .iso8601) }
        let problem = feed.problem
        return FeedStatusDTO(
            feed: name,
            state: WireWord(version == nil ? .unavailable : problem == nil ? .serving : .refused),
            problem: problem, bundle: version?.name, publishedAt: answering?.publishedAt,
            ageSeconds: published.map { max(0, Int(now.timeIntervalSince($0))) },
            updatedAt: manifest?.generatedAt,
            expires: Self.day(answering?.validUntil) ?? state?.loneEnd,
            versions: versions.map(\.version), swaps: feed.swaps)
    }

    /// The day of a text YYYYMMDD.
    private static func day(_ text: String?) -> ServiceDate? {
        text.flatMap { Int32($0) }.flatMap(ServiceDate.init(yyyymmdd:))
    }
}
