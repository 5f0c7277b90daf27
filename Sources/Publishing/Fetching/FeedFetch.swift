import FeedReading

/// Fetches the feed of a definition: from the first of its sources that delivers one, and only if
/// it has changed.
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
    /// Told the bytes so far and, if known, how many there will be.
    package var progress: @Sendable (Int64, Int64?) -> Void = { _, _ in }

    /// - Parameter environment: where the variables of the definition's templates are.
    package init(_ definition: FeedDefinition, environment: [String: String]) {
        self.definition = definition
        self.environment = environment
    }

    /// Fetches the feed.
    ///
    /// Throws a `DefinitionError` when a variable is missing, before anything is sent; a
    /// `FeedError` when the only source fails, a ``FetchError`` when all of several do.
    ///
    /// - Parameter memory: what the last fetch gave, if what it delivered is still there.
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
                    let request = request(source, at: secrets.adding(to: places[index]), secrets)
                    guard let (archive, validators) = try download(request, unless: known) else {
                        return .notModified(source)
                    }
                    let memory = validators.map { FetchMemory(source: key, validators: $0) }
                    return .archive(fetched(archive, index, memory, failures))
                case .path(let path):
                    guard path.hasPrefix("/") else {
                        throw .inputMissing(
                            source: source.shown, reason: "is neither http(s) URL nor absolute path"
                        )
                    }
                    let archive = try FeedArchive.open(path, options: options)
                    return .archive(fetched(archive, index, nil, failures))
                case .standardInput:
                    throw .inputMissing(source: source.shown, reason: "is no source for a feed")
                }
            } catch {
                failures.append(error)
            }
        }
        if failures.count == 1, let failure = failures.first { throw failure }
        throw FetchError(failures: failures)
    }

    private func fetched(
        _ archive: FeedArchive, _ index: Int, _ memory: FetchMemory?,
        _ failures: [any DiagnosedError]
    ) -> FetchedArchive {
        FetchedArchive(
            archive: archive, source: definition.sources[index], sourceIndex: index,
            memory: memory, failures: failures.map(\.description))
    }

    private var options: ArchiveOptions {
        ArchiveOptions(
            limits: definition.build.limits, subpath: definition.build.subpath,
            userAgent: userAgent, temporaryDirectory: temporaryDirectory)
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
        request.settings.limits.maxBytes = fetch.maxDownload
        request.settings.limits.idleTimeout = fetch.timeout
        request.settings.limits.totalTimeout = fetch.totalTimeout
        request.settings.limits.maxRedirects = fetch.maxRedirects
        request.settings.retry.retries = fetch.retries
        request.settings.retry.base = fetch.retryDelay
        request.settings.retry.longest = fetch.maxWait
        return request
    }

    /// Downloads and opens the archive; nil when the server still has what is known.
    ///
    /// An archive that is cut short may be the server's fault of the moment: some cut transfers
    /// look complete. It is downloaded once more.
    private func download(
        _ request: DownloadRequest, unless known: DownloadValidators?
    ) throws(FeedError) -> (FeedArchive, DownloadValidators?)? {
        var request = request
        request.validators = known
        for isLast in [definition.fetch.retries == 0, true] {
            guard case .downloaded(let file) = try FeedDownload.fetch(request) else { return nil }
            do throws(FeedError) {
                return (try file.open(request.archive), file.validators)
            } catch {
                guard case .damagedArchive = error, !isLast else { throw Self.blamed(error) }
                request.validators = nil
            }
        }
        return nil
    }

    /// A page instead of an archive is the server's doing, not a broken feed.
    private static func blamed(_ error: FeedError) -> FeedError {
        guard case .notAnArchive(let source, let reason) = error else { return error }
        return .download(
            source: source, reason: "the server sent something else with status 200: \(reason)")
    }
}
