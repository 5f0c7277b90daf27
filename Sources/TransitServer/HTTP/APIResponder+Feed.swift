import BundleManifest
import Foundation
import HTTPTypes
import Hummingbird
import SystemLayer
import TransitAPI
import TransitModel

/// Requests about a feed: questions to its bundle, and files of its publish folder.
@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    static let forEver = "public, max-age=31536000, immutable"

    /// The answer to a question about a feed.
    func feed(_ target: RequestTarget, _ request: Request) async throws -> Response {
        let match = target.match
        let feed = try core.catalog.feed(match.feed)
        let state = try feed.offered()
        let question = try await question(target, state)
        let version = try state.version(match.version, at: core.settings.clock.now())
        switch question.endpoint {
        case .manifest: return try manifest(state, request)
        case .file: return try file(question.id ?? "", of: state, to: request)
        case .departureStream:
            let topic = BoardHub.Topic(
                feed: feed.name, version: match.version, question: question)
            return try await stream(topic, request)
        default: break
        }
        let asked = Asked(
            feed: feed.name, version: version, isPinned: match.version != nil, question: question)
        return try await answer(asked, request)
    }

    /// The question of a request; an invalid day is reported together with the days of the feed.
    private func question(_ target: RequestTarget, _ state: FeedState) async throws -> Question {
        do throws(APIFailure) {
            return try target.question()
        } catch {
            guard error.isAboutDays else { throw error }
            let version = try state.version(target.match.version, at: core.settings.clock.now())
            let bundle = try await core.catalog.bundles.bundle(version)
            throw error.namingDays(of: bundle.feed.validity)
        }
    }

    /// A question and what answers it.
    struct Asked {
        let feed: String
        let version: ServedVersion
        /// Whether the path names the version.
        let isPinned: Bool
        let question: Question
        /// The canonical form of the question, by which bodies are cached.
        let address: String

        /// - Parameter address: that of the question, if it is known already.
        init(
            feed: String, version: ServedVersion, isPinned: Bool, question: Question,
            address: String? = nil
        ) {
            self.feed = feed
            self.version = version
            self.isPinned = isPinned
            self.question = question
            self.address = address ?? question.address()
        }

        /// The key of the answer's body.
        ///
        /// - Parameter minute: what the answer treats as now; nil when it does not depend on it.
        func key(_ language: SpokenLanguage?, _ minute: Int?) -> BodyKey {
            BodyKey(
                feed: feed, version: version.name, question: address, language: language?.order,
                minute: minute)
        }
    }

    private func answer(_ asked: Asked, _ request: Request) async throws -> Response {
        let bundle = try await core.catalog.bundles.bundle(asked.version)
        let language = Preferences.language(
            request.headers[.acceptLanguage], among: bundle.languages,
            own: bundle.feed.info?.feedLang)
        let now = core.settings.clock.minute
        let body = try await finished(asked, from: bundle, language: language, at: now)
        return try reply(body, for: asked, language: language, at: now, to: request.head).response
    }

    /// The body of an answer, made if it is not cached.
    func finished(
        _ asked: Asked, from bundle: OpenBundle, language: SpokenLanguage?, at now: Date
    ) async throws -> FinishedBody {
        if let known = cached(asked, language: language, at: now) { return known }
        core.cache.countMiss()
        let source = try await bundle.source(language)
        let context = context(asked, bundle: bundle, source: source, language: language, at: now)
        return keep(
            try await core.settings.answer(asked.question, context), for: asked, language: language,
            at: now)
    }

    /// The body of an answer, if it is cached.
    func cached(_ asked: Asked, language: SpokenLanguage?, at now: Date) -> FinishedBody? {
        core.cache.body(
            asked.key(language, nil), or: asked.key(language, Int(now.timeIntervalSince1970) / 60))
    }

    /// Caches the body of an answer.
    func keep(
        _ answer: AnswerBody, for asked: Asked, language: SpokenLanguage?, at now: Date
    ) -> FinishedBody {
        let body = FinishedBody(answer)
        let minute = body.lifetime == .minute ? Int(now.timeIntervalSince1970) / 60 : nil
        core.cache.insert(body, for: asked.key(language, minute))
        return body
    }

    /// The context of an answer besides its question.
    func context(
        _ asked: Asked, bundle: OpenBundle, source: any TransitSource,
        language: SpokenLanguage?, at now: Date
    ) -> AnswerContext {
        var context = AnswerContext(
            bundle: bundle.bundle, source: source, feed: asked.feed, version: asked.version.name,
            now: now)
        context.hours = core.hours
        context.language = language?.order
        return context
    }

    /// A body with headers for caches.
    ///
    /// - Parameter now: the minute that the answer treats as now.
    func reply(
        _ body: FinishedBody, for asked: Asked, language: SpokenLanguage?, at now: Date,
        to request: HTTPRequest
    ) throws -> ReadyReply {
        let allowsGzip = Preferences.allowGzip(request.headerFields[.acceptEncoding])
        let gzip = allowsGzip ? try body.gzip() : nil
        let tag = body.tag(isGzip: gzip != nil) {
            // The next program may write the same answer in other bytes.
            EntityTag(of: [
                ToolVersion.text, asked.feed, asked.version.name, asked.address,
                body.lifetime == .minute ? "\(Int(now.timeIntervalSince1970) / 60)" : "",
                gzip == nil ? "" : "gzip",
                language?.order ?? "",
            ])
        }
        var headers: HTTPFields = [.eTag: tag.text]
        headers[.cacheControl] =
            switch body.lifetime {
            case .minute: "public, max-age=\(core.settings.clock.secondsLeft(of: now))"
            // Clients that do not ask again notice the next version within a minute.
            case .version: asked.isPinned ? Self.forEver : "public, max-age=60"
            }
        if let language { headers[.contentLanguage] = language.tag }
        if let header = request.headerFields[.ifNoneMatch], tag.isNamed(in: header) {
            return ReadyReply(status: .notModified, headers: headers)
        }
        headers[.contentType] = body.contentType
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return ReadyReply(status: .ok, headers: headers, body: gzip ?? body.plain)
    }

    // MARK: Files

    private func manifest(
        _ state: FeedState, _ request: Request
    ) throws(APIFailure) -> Response {
        let published = try Self.published(state)
        let tag = EntityTag(of: [String(decoding: published.bytes, as: UTF8.self)])
        var headers: HTTPFields = [.eTag: tag.text, .cacheControl: "public, max-age=10"]
        if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: published.bytes)))
    }

    /// A file that the manifest names, or the signature of the served manifest.
    private func file(
        _ name: String, of state: FeedState, to request: Request
    ) throws -> Response {
        let published = try Self.published(state)
        let isSignature = name == ManifestSignature.name(of: published.bytes)
        let described = published.file(name)
        guard described != nil || isSignature else {
            throw APIFailure(
                .notFound, field: "name",
                "The manifest names no file \(name); /bundle/manifest says which there are.")
        }
        guard let file = OpenFile(published.folder + "/" + name) else {
            guard isSignature else { throw Self.incomplete(name) }
            throw APIFailure(.notFound, field: "name", "The manifest is not signed.")
        }
        guard described.map({ $0.bytes == file.size }) ?? true else { throw Self.incomplete(name) }
        return try FileReply(
            file: file,
            tag: described.map { EntityTag(digits: $0.sha256) } ?? EntityTag(of: [name]),
            contentType: FileReply.contentType(of: name),
            // Names are never reused for other bytes.
            cacheControl: Self.forEver
        ).response(to: request)
    }

    private static func incomplete(_ name: String) -> APIFailure {
        APIFailure(.unavailable, "\(name) is not there now as the manifest describes it.")
    }

    private static func published(_ state: FeedState) throws(APIFailure) -> PublishedState {
        guard let published = state.published else {
            throw APIFailure(
                .notFound, field: "path",
                "A bundle that is served by itself has no manifest. `gtfs update` publishes one.")
        }
        return published
    }
}
