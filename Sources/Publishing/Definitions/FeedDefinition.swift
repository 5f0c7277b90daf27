package import BundleWriting
package import FeedCompiling
package import FeedReading
package import FeedValidation
package import GTFSSchedule
import SystemLayer
import TransitModel

/// Where a feed comes from, how it becomes bundles, and where these are published.
///
/// It contains secrets only as names of environment variables, which are read when the feed is
/// fetched.
public struct FeedDefinition: Sendable {
    /// The name of the feed, which is part of the names of files.
    public package(set) var id: String
    package var file: String
    /// In order of preference: when one fails, the next is tried.
    package var sources: [FeedSource]
    package var headers: [NamedTemplate] = []
    package var query: [NamedTemplate] = []
    /// An SPDX identifier, or the license's name.
    package var licence: String?
    package var licenceURL: String?
    package var attribution: String?
    package var homepage: String?
    package var publishFolder: String?
    /// The form in which the feed itself is published beside the bundle; nil for not at all.
    package var publishedFeed: PublishedFeed?
    package var keep = 5
    package var deltas = 3
    /// The number of days that clients may rely on a manifest; 0 means forever.
    package var manifestDays = 7
    /// In seconds; 0 for never.
    package var maxAge = Self.standardMaxAge
    package var build = BuildSettings()
    package var policy = ValidationPolicy()
    package var guards = GuardSettings()
    package var fetch = Self.standardFetch
    package var realtime: [LiveSourceDefinition] = []
    package var hook: [String]?
    /// A program and its arguments, run after an update that failed or was refused.
    package var onFailure: [String]?
    package var signingKey: Template?

    /// The `max_age` of a definition that has none: a nightly job that missed a night.
    package static let standardMaxAge = 36 * 3600

    /// The `fetch` of a definition that has none.
    package static var standardFetch: DownloadSettings {
        var settings = DownloadSettings()
        settings.limits.maxBytes = 4_000_000_000
        settings.limits.totalTimeout = .seconds(3600)
        settings.retry.base = .seconds(1)
        settings.retry.longest = .seconds(300)
        return settings
    }

    /// - Parameter sources: empty when the feed is given, see ``FeedUpdate``.
    package init(id: String, file: String, sources: [FeedSource]) {
        self.id = id
        self.file = file
        self.sources = sources
    }
}

extension FeedDefinition {
    package var terms: FeedTerms {
        FeedTerms(licence: licence, licenceURL: licenceURL, attribution: attribution)
    }
}

package enum PublishedFeed: String, CaseIterable, Sendable {
    /// The zip as it was fetched.
    case source
    /// The feed that `gtfs export` writes from the bundle: as `build` cuts it, without what was
    /// rejected.
    case export

    package static var words: String { allCases.map(\.rawValue).joined(separator: " or ") }
}

/// An http(s) URL, or an absolute path on this machine.
package struct FeedSource: Sendable, Equatable {
    package let template: Template

    /// For messages, logs and status files: without user, password and query, and with the names of
    /// variables instead of their values.
    package var shown: String {
        // A text that begins with a variable may not be a URL; its query is removed nevertheless.
        let text = FeedLocation(template.text).description
        return isLocal ? text : String(text.prefix { $0 != "?" && $0 != "#" })
    }

    package var isLocal: Bool {
        if case .path(let path) = FeedLocation(template.text).kind { return path.hasPrefix("/") }
        return false
    }

    func key(at place: SecretText, _ definition: FeedDefinition) -> String {
        let templates = (definition.headers + definition.query).map {
            "\($0.name)\u{0}\($0.value.text)\u{0}"
        }
        var hash = NamedDigest()
        for text in [template.text, place.value] + templates {
            hash.add(text.utf8, as: "\(text.utf8.count)")
        }
        return String(hash.value.prefix(16))
    }
}

package struct NamedTemplate: Sendable, Equatable {
    package let name: String
    package let value: Template

    /// A header with the values of the variables. Throws when one is missing, or holds what would
    /// begin another header.
    func header(_ environment: [String: String]) throws(DefinitionError) -> HTTPHeader {
        let text = try value.expanded(environment).value
        guard let header = HTTPHeader(name: name, value: text) else {
            throw DefinitionError(
                file: value.file, line: value.line,
                reason: "the value for the header \(name) holds a line break")
        }
        return header
    }
}

package struct BuildSettings: Sendable, Equatable {
    package var filter = FeedFilter()
    /// In days from today, if the window of `filter` moves with today.
    var fromOffset: Int?
    var toOffset: Int?
    package var maxSize: Int?
    package var allowsEmpty = false
    package var validatesSource = false
    package var subpath: String?
    /// In upper case; for phone numbers.
    package var countryCode: String?
    package var limits: ArchiveLimits = .standard

    package init() {}

    /// Dates replace the words for them: only dates shape a bundle.
    func resolved(on today: ServiceDate, file: String) throws(DefinitionError) -> BuildSettings {
        var result = self
        if let fromOffset { result.filter.from = WrittenDay.offset(fromOffset).date(today: today) }
        if let toOffset { result.filter.to = WrittenDay.offset(toOffset).date(today: today) }
        if let from = result.filter.from, let to = result.filter.to, from > to {
            throw DefinitionError(
                file: file, line: nil,
                reason: "build: to_date \(to) is before from_date \(from); today is \(today)")
        }
        return result
    }
}

package struct GuardSettings: Sendable, Equatable {
    package struct DropLimits: Sendable, Equatable {
        package var stops = 10.0
        package var routes = 10.0
        package var trips = 10.0
        package var runs = 10.0
        package var departures = 10.0
        package var serviceDays = 10.0

        package init() {}
    }

    package struct VanishedLimits: Sendable, Equatable {
        package var stops = 25.0
        package var routes = 25.0

        package init() {}
    }

    package struct Realtime: Sendable, Equatable {
        package let source: FeedSource
        package var headers: [NamedTemplate] = []
        /// The least share of its trip updates, in percent.
        package var minMatchPercent = 100 * RealtimeLimits.leastMatchedShare
    }

    package var maxDropPercent = DropLimits()
    /// The share of the published ids that the new version may lack.
    package var maxVanishedPercent = VanishedLimits()
    /// The share of all runs that a route may have had which has none any more.
    package var maxLostRoutePercent = 5.0
    /// The share of its runs that one weekday may lose.
    package var maxWeekdayDropPercent = 75.0
    package var realtime: Realtime?
    package var mustExistStops: [String] = []
    package var mustExistRoutes: [String] = []
    package var requiredModes: [Mode] = []
    /// The number of days from today for which the feed must be valid; 0 for no condition.
    package var minDaysValid: Int?
    /// Whether names in the filters of `build` that do not occur in the feed are tolerated.
    package var allowUnknownNames = false
    package var allowExpired = false
    package var allowNewErrors = false

    package init() {}
}
