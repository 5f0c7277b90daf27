package import BundleWriting
package import FeedValidation

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

    init(id: String, file: String, sources: [FeedSource]) {
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
