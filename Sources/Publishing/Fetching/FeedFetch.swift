package import FeedReading
package import SystemLayer

/// Fetches the feed of a definition from the first source that delivers one, and only if it has
/// changed.
///
///     let fetched = try FeedFetch(definition, options).run(remembering: memory)
///     if let archive = fetched.archive { build(archive) }
package struct FeedFetch: Sendable {
    private let definition: FeedDefinition
    private let options: UpdateOptions

    package init(_ definition: FeedDefinition, _ options: UpdateOptions) {
        self.definition = definition
        self.options = options
    }

    /// Throws a `DefinitionError` when a variable is missing, before anything is sent; a
    /// `FeedError` when the only source fails; and a ``FetchError`` when all of several fail.
    package func run(remembering memory: FetchMemory? = nil) throws -> FetchedFeed {
        let environment = options.environment
        var places: [SecretText] = []
        for source in definition.sources {
            places.append(
                try source.template.expanded(environment, in: source.isLocal ? .plain : .url))
        }
        let secrets = try FetchSecrets(definition, environment: environment)
        var failures: [any DiagnosedError] = []
        for (source, place) in zip(definition.sources, places) {
            do throws(FeedError) {
                switch FeedLocation(place.value).kind {
                case .url:
                    let key = source.key(at: place, definition)
                    let known = memory?.source == key ? memory?.validators : nil
                    var request = request(source, at: secrets.adding(to: place), secrets)
                    request.validators = known
                    guard let (archive, validators) = try FeedDownload.open(request) else {
                        return FetchedFeed(archive: nil, memory: memory, source: source.shown)
                    }
                    return FetchedFeed(
                        archive: archive,
                        memory: validators.map { FetchMemory(source: key, validators: $0) },
                        source: source.shown)
                case .path(let path):
                    guard path.hasPrefix("/") else {
                        throw .inputMissing(
                            source: source.shown,
                            reason: "is neither an http(s) URL nor an absolute path"
                        )
                    }
                    return FetchedFeed(
                        archive: try FeedArchive.open(path, options: archiveOptions), memory: nil,
                        source: source.shown)
                case .standardInput:
                    throw .inputMissing(source: source.shown, reason: "is not a source for a feed")
                }
            } catch {
                failures.append(error)
            }
        }
        if failures.count == 1, let failure = failures.first { throw failure }
        throw FetchError(failures: failures)
    }

    private var archiveOptions: ArchiveOptions {
        var archive = ArchiveOptions(
            limits: definition.build.limits, subpath: definition.build.subpath,
            userAgent: options.userAgent, temporaryDirectory: options.temporaryDirectory)
        // Nobody may ever write to a pipe, and the run holds the lease.
        archive.acceptsPipes = false
        archive.cancellation = options.cancellation
        return archive
    }

    private func request(
        _ source: FeedSource, at url: SecretText, _ secrets: FetchSecrets
    ) -> DownloadRequest {
        var request = DownloadRequest(url: url, shownAs: source.shown, archive: archiveOptions)
        request.headers = secrets.headers
        request.userAgent = options.userAgent
        request.refusalHint = secrets.hint(for: source)
        request.settings = definition.fetch
        if options.allowsPrivateRedirects { request.settings.allowsPrivateRedirects = true }
        return request
    }
}

package struct FetchedFeed: Sendable {
    /// Nil when the feed is the one that is remembered.
    package let archive: FeedArchive?
    package let memory: FetchMemory?
    /// Without secrets.
    package let source: String
}

/// It contains no secrets and belongs to one source: other sources have other validators.
package struct FetchMemory: Sendable, Hashable, Codable {
    package let source: String
    package let validators: DownloadValidators

    package init(source: String, validators: DownloadValidators) {
        self.source = source
        self.validators = validators
    }
}

struct FetchError: DiagnosedError {
    let failures: [any DiagnosedError]

    var description: String {
        "no source delivered a feed (\(failures.count) tried): "
            + failures.map(\.description).joined(separator: "; ")
    }

    /// The code of all failures when they agree, or else that of a failed download.
    var exitCode: Int32 {
        let codes = Set(failures.map(\.exitCode))
        return codes.count == 1 ? codes.first ?? 69 : 69
    }
}

struct FetchSecrets {
    let headers: [HTTPHeader]
    private let query: [(name: String, value: SecretText)]
    private let definition: FeedDefinition

    /// Throws when the environment lacks a variable, or when a value would break the request.
    init(
        _ definition: FeedDefinition, environment: [String: String]
    ) throws(DefinitionError) {
        self.definition = definition
        headers = try definition.headers.map { header throws(DefinitionError) in
            try header.header(environment)
        }
        var query: [(name: String, value: SecretText)] = []
        for parameter in definition.query {
            query.append((parameter.name, try parameter.value.expanded(environment)))
        }
        self.query = query
    }

    func adding(to url: SecretText) -> SecretText {
        guard !query.isEmpty else { return url }
        let base = url.value.prefix { $0 != "#" }
        let parameters = query.map { "\($0.name.percentEncoded)=\($0.value.value.percentEncoded)" }
        let separator = base.contains("?") ? "&" : "?"
        return SecretText(base + separator + parameters.joined(separator: "&"))
    }

    func hint(for source: FeedSource) -> String {
        let places =
            definition.headers.map { (place: "header \($0.name)", template: $0.value) }
            + definition.query.map { (place: "query \($0.name)", template: $0.value) }
            + [(place: "source", template: source.template)]
        let checks = places.flatMap { place in
            place.template.variables.map { "\($0) (\(place.place))" }
        }
        if !checks.isEmpty { return "check the variable \(checks.joined(separator: ", "))" }
        let names = places.dropLast().map(\.place)
        return names.isEmpty
            ? "perhaps it needs a key: see headers and query"
            : "check \(names.joined(separator: ", "))"
    }
}
