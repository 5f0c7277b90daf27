import BundleManifest
import Foundation
import GTFSSchedule
import TransitAPI

@available(iOS 17, macOS 14, *)
struct FeedReport {
    let name: String
    let feed: ServedFeed
    let state: FeedState?
    let now: Date

    private var manifest: Manifest? { state?.published?.manifest }

    private var current: ServedVersion? { state?.version(at: now) }

    private var versions: [VersionDTO] {
        guard let manifest else { return current.map { [VersionDTO($0.name)] } ?? [] }
        return manifest.versions.map { version in
            var row = VersionDTO(version.version)
            row.publishedAt = version.publishedAt
            row.validFrom = Self.day(version.validFrom)
            row.validUntil = Self.day(version.validUntil)
            return row
        }
    }

    var summary: FeedSummaryDTO {
        var row = FeedSummaryDTO()
        row.feed = name
        row.bundle = current?.name
        row.next = state?.takeover(after: now).flatMap { _ in state?.next?.version.name }
        row.versions = versions
        row.licence = LicenceDTO(
            name: manifest?.licence, url: manifest?.licenceURL, attribution: manifest?.attribution)
        row.homepage = manifest?.homepage
        return row
    }

    var status: FeedStatusDTO {
        // A bundle that cannot be opened answers no request.
        let version = current.flatMap { feed.hasFailed($0) ? nil : $0 }
        let answering = manifest?.versions.first { $0.version == version?.name }
        let published = answering.flatMap { try? Date($0.publishedAt, strategy: .iso8601) }
        var row = FeedStatusDTO()
        row.feed = name
        row.problem = feed.problem
        row.state = WireWord(
            version == nil ? .unavailable : row.problem == nil ? .serving : .refused)
        row.bundle = version?.name
        row.publishedAt = answering?.publishedAt
        row.ageSeconds = published.map { max(0, Int(now.timeIntervalSince($0))) }
        row.updatedAt = manifest?.generatedAt
        row.expires = Self.day(answering?.validUntil) ?? state?.loneEnd
        row.versions = versions.map(\.version)
        row.swaps = feed.swaps
        row.realtime =
            feed.live.map { live in live.reports(current.flatMap(live.view), now: now) } ?? []
        return row
    }

    private static func day(_ text: String?) -> ServiceDate? {
        text.flatMap { Int32($0) }.flatMap(ServiceDate.init(yyyymmdd:))
    }
}
