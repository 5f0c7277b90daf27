package import FeedReading

/// Fetches the feed of a definition from the first source that delivers one, and only if it has
/// changed.
///
///     let fetch = FeedFetch(definition, environment: ProcessInfo.processInfo.environment)
///     switch try fetch.run(remembering: memory) {
///     case .notModified: break
///     case .archive(let fetched): build(fetched.archive)
///     }
package struct FeedFetch: Sendable {
    private let definition: FeedDefinition
    private let environment: [String: String]
    package var userAgent = "swift-gtfs"
    package var temporaryDirectory = ArchiveOptions.systemTemporaryDirectory
    /// Whether downloads may be redirected to private addresses, whatever the definition says.
    package var allowsPrivateRedirects = false
    package var progress: @Sendable (Int64, Int64?) -> Void = { _, _ in }

    package init(_ definition: FeedDefinition, environment: [String: String]) {
        self.definition = definition
        self.environment = environment
    }

    /// Throws a `DefinitionError` when a variable is missing, before anything is sent; a
    /// `FeedError` when the only source fails; and a ``FetchError`` when all of several fail.
    package func run(remembering memory: FetchMemory? = nil) throws -> FetchOutcome {
        var places: [SecretText] = []
        for source in definition.sources {
            places.append(
                try source.template.expanded(environment, in: source.isLocal ? .plain : .url))
        }
        let secrets = try FetchSecrets(definition, environment: environment)
        var failures: [any DiagnosedError] = []
        for (index, source) in definition.sources.enumerated() {
            do throws(FeedError) {
                switch FeedLocation(places[index].value).kind {
                case .url:
                    let key = source.key(at: places[index], definition)
                    let known = memory?.source == key ? memory?.validators : nil
                    var request = request(source, at: secrets.adding(to: places[index]), secrets)
                    request.validators = known
                    guard let (archive, validators) = try FeedDownload.open(request) else {
                        return .notModified(source)
                    }
                    let memory = validators.map { FetchMemory(source: key, validators: $0) }
                    return .archive(fetched(archive, at: index, memory: memory, failures: failures))
                case .path(let path):
                    guard path.hasPrefix("/") else {
                        throw .inputMissing(
                            source: source.shown,
                            reason: "is neither an http(s) URL nor an absolute path"
                        )
                    }
                    let archive = try FeedArchive.open(path, options: options)
                    return .archive(fetched(archive, at: index, memory: nil, failures: failures))
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

    private func fetched(
        _ archive: FeedArchive, at index: Int, memory: FetchMemory?,
        failures: [any DiagnosedError]
    ) -> FetchedArchive {
        FetchedArchive(
            archive: archive, source: definition.sources[index], sourceIndex: index,
            memory: memory, failures: failures.map(\.description))
    }

    private var options: ArchiveOptions {
        var options = ArchiveOptions(
            limits: definition.build.limits, subpath: definition.build.subpath,
            userAgent: userAgent, temporaryDirectory: temporaryDirectory)
        // Nobody may ever write to a pipe, and the run holds the lease.
        options.acceptsPipes = false
        return options
    }

    private func request(
        _ source: FeedSource, at url: SecretText, _ secrets: FetchSecrets
    ) -> DownloadRequest {
        var request = DownloadRequest(url: url, shownAs: source.shown, archive: options)
        request.headers = secrets.headers
        request.userAgent = userAgent
        request.refusalHint = secrets.hint(for: source)
        request.progress = progress
        let fetch = definition.fetch
        request.settings.allowsPrivateRedirects =
            allowsPrivateRedirects || fetch.allowsPrivateRedirects
        request.settings.limits.maxBytes = fetch.maxDownload
        request.settings.limits.idleTimeout = fetch.timeout
        request.settings.limits.totalTimeout = fetch.totalTimeout
        request.settings.limits.maxRedirects = fetch.maxRedirects
        request.settings.retry.retries = fetch.retries
        request.settings.retry.base = fetch.retryDelay
        request.settings.retry.longest = fetch.maxWait
        return request
    }
}

package enum FetchOutcome: Sendable {
    case notModified(FeedSource)
    case archive(FetchedArchive)
}

package struct FetchedArchive: Sendable {
    package let archive: FeedArchive
    package let source: FeedSource
    package let sourceIndex: Int
    package let memory: FetchMemory?
    package var bytes: Int64 { archive.archiveBytes }
    package let failures: [String]
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
