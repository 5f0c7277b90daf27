package import BundleWriting
package import FeedCompiling
package import FeedReading
package import FeedValidation
package import GTFSSchedule

/// One feed that `gtfs update` keeps up to date: where it comes from, what is made of it, what a
/// new version must fulfil, and where it is published.
///
/// Secrets are in it as names of variables of the environment only; they are read when the feed is
/// fetched.
package struct FeedDefinition: Sendable, Equatable {
    /// Becomes part of file names: see ``FeedIdentifier``.
    package var id: String
    /// Where it was read, for messages.
    package var file: String
    /// In order of preference: the next one is tried when one fails.
    package var sources: [FeedSource]
    package var headers: [NamedTemplate] = []
    /// Added to the URL.
    package var query: [NamedTemplate] = []
    /// An SPDX identifier, or the licence's name.
    package var licence: String?
    package var licenceURL: String?
    package var attribution: String?
    package var homepage: String?
    /// Absolute; nil when the definition names none.
    package var publishFolder: String?
    /// Versions that stay published.
    package var keep = 5
    /// Versions from which there is a delta to the newest.
    package var deltas = 3
    /// Days for which clients go by a manifest; 0 for ever.
    package var manifestDays = 7
    package var build = BuildSettings()
    /// What validation leaves out, and what weighs otherwise than in the catalogue.
    package var policy = ValidationPolicy()
    package var guards = GuardSettings()
    package var fetch = FetchSettings()
    /// A program and its arguments, run after a publish.
    package var hook: [String]?
    /// A program and its arguments, run after an update that failed or was refused.
    package var onFailure: [String]?
    /// Where the key lies that signs the manifest: an absolute path or variables.
    package var signingKey: Template?

    /// - Parameter sources: none where the feed is given, see ``FeedUpdate``.
    package init(id: String, file: String, sources: [FeedSource]) {
        self.id = id
        self.file = file
        self.sources = sources
    }
}

extension FeedDefinition {
    /// What of the definition stands in the bundle itself.
    package var terms: FeedTerms {
        FeedTerms(licence: licence, licenceURL: licenceURL, attribution: attribution)
    }
}

/// Where a feed is fetched from: an http(s) URL, or an absolute path on this machine.
package struct FeedSource: Sendable, Equatable {
    /// The URL or the path, perhaps with variables.
    package let template: Template

    /// For messages, logs and status files: without user, password and query, and with the names
    /// of variables instead of their values.
    package var shown: String {
        // One that begins with a variable is no URL to look at: its query goes all the same.
        let text = template.text
        return FeedLocation(isLocal ? text : String(text.prefix { $0 != "?" && $0 != "#" }))
            .description
    }

    /// Whether nothing is downloaded.
    package var isLocal: Bool {
        if case .path(let path) = FeedLocation(template.text).kind { return path.hasPrefix("/") }
        return false
    }

    /// Says what is asked for without saying what is in it: what was remembered of a download
    /// belongs to the same request only.
    ///
    /// - Parameter place: the URL with its variables' values.
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

/// How a feed is fetched: `fetch` in a definition.
package struct FetchSettings: Sendable, Equatable {
    /// A server that is silent for this long is given up, and one that sends fewer than 100 bytes a
    /// second in that time.
    package var timeout: Duration = .seconds(60)
    /// A download that takes longer is given up, with all its attempts.
    package var totalTimeout: Duration = .seconds(3600)
    /// How often it is tried again.
    package var retries = 4
    /// The longest wait before the second attempt; each further one may wait twice as long.
    package var retryDelay: Duration = .seconds(1)
    /// The longest wait at all, also when the server asks for one.
    package var maxWait: Duration = .seconds(300)
    /// The most bytes that are downloaded.
    package var maxDownload: Int64 = 4_000_000_000
    package var maxRedirects = 10
    /// Whether a server of the internet may redirect to private addresses.
    package var allowsPrivateRedirects = false

    package init() {}
}

/// A header or a parameter of a query whose value is a template.
package struct NamedTemplate: Sendable, Equatable {
    package let name: String
    package let value: Template
}

/// How a feed becomes a bundle: `build` in a definition, the options of `gtfs build`.
package struct BuildSettings: Sendable, Equatable {
    package var filter = FeedFilter()
    /// Days from today at which the window of `filter` begins, where that moves with today.
    package var fromOffset: Int?
    /// The same for its end.
    package var toOffset: Int?
    /// The most bytes of a bundle.
    package var maxSize: Int?
    /// Whether a feed without a trip that can be used is published, too.
    package var allowsEmpty = false
    /// The folder or inner archive that holds the feed.
    package var subpath: String?
    /// In upper case; for phone numbers.
    package var countryCode: String?
    /// What the archive may unpack to.
    package var limits: ArchiveLimits = .standard

    package init() {}

    /// The settings on a day: what shapes a bundle are its dates, not the words for them.
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

/// The checks that a new bundle must pass before it is published: `guards` in a definition.
package struct GuardSettings: Sendable, Equatable {
    /// Percent that may be lost against the published bundle.
    package struct DropLimits: Sendable, Equatable {
        package var stops = 10.0
        package var routes = 10.0
        package var trips = 10.0
        package var serviceDays = 10.0

        package init() {}
    }

    package var maxDropPercent = DropLimits()
    /// Ids of `stops.txt` that must be there.
    package var mustExistStops: [String] = []
    /// Ids of `routes.txt` that must be there.
    package var mustExistRoutes: [String] = []
    /// At least one route of each must be there.
    package var requiredModes: [Mode] = []
    /// Days from today on that the feed must be valid; 0 asks for none.
    package var minDaysValid: Int?
    /// Whether names in the filters of `build` that the feed does not have are put up with.
    package var allowUnknownNames = false
    package var allowExpired = false
    /// Whether codes of errors that the published feed did not have are put up with.
    package var allowNewErrors = false

    package init() {}
}
