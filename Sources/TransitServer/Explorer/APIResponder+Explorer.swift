import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TransitAPI
import TransitBundle
import WebPages

/// Pages for people: `/explorer/` and all below it.
@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    /// Allows only files of this server, and nothing that is written into a page.
    private static let contentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    /// The page at a path; a page that says why there is none has the status of its failure.
    ///
    /// - Parameter id: names the request in the log.
    func explore(
        _ target: ExplorerTarget, request: Request, id: String
    ) async -> Response {
        var response: Response
        do {
            response = try await page(target, request)
        } catch {
            let failure = APIFailure(telling: error)
            if failure.code == .serverError {
                core.settings.logger.error("\(id) explorer: \(error)")
            }
            response = refusal(failure, of: target, to: request)
        }
        response.headers[.vary] = "Accept-Encoding, Accept, Accept-Language"
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.contentSecurityPolicy] = Self.contentPolicy
        if let policy = HTTPField.Name("Referrer-Policy") {
            response.headers[policy] = "same-origin"
        }
        return response
    }

    private func page(_ target: ExplorerTarget, _ request: Request) async throws -> Response {
        switch request.method {
        case .get, .head: break
        case .options: return preflight(request)
        default:
            throw APIFailure(
                .methodNotAllowed, field: "method",
                "\(request.method.rawValue) is not answered here: pages are read, by GET and HEAD.")
        }
        if target.lacksSlash {
            return Response(status: .movedPermanently, headers: [.location: "/explorer/"])
        }
        if let file = try ExplorerAssets.file(target.page) {
            return try reply(FinishedBody(file), cacheControl: Self.forEver, request)
        }
        // Also of a version: the next program may have other files for its pages.
        let aMinute = "public, max-age=60"
        let texts = texts(request)
        if target.feed == nil, core.catalog.isMany {
            let page = Explorer.page(of: feeds, title: try await core.title(), texts: texts)
            return try reply(FinishedBody(page), cacheControl: aMinute, request)
        }
        let context = try await context(target, texts: texts, request: request)
        if Explorer.files.contains(target.page) {
            return try await file(target, in: context, to: request)
        }
        let page = try await Explorer.page(context)
        let ofMinute = "public, max-age=\(core.settings.clock.secondsLeft(of: context.now))"
        return try reply(
            FinishedBody(page), cacheControl: page.isOfMinute ? ofMinute : aMinute, request)
    }

    /// A file that belongs to a feed. It may be large and take a while to make, so it is cached,
    /// and a client that has it does not get it again.
    private func file(
        _ target: ExplorerTarget, in context: ExplorerContext, to request: Request
    ) async throws -> Response {
        let address = "explorer/" + target.page.joined(separator: "/")
        let isGzip = Preferences.allowGzip(request.headers[.acceptEncoding])
        // The explorer's files change with the program, and so may what it makes of a feed.
        let tag = EntityTag(of: [
            context.shown.version, address, ExplorerAssets.address(""), isGzip ? "gzip" : "",
        ])
        let cacheControl = target.version == nil ? "public, max-age=60" : Self.forEver
        let headers: HTTPFields = [.eTag: tag.text, .cacheControl: cacheControl]
        if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
            return Response(status: .notModified, headers: headers)
        }
        let key = BodyKey(
            feed: try core.catalog.feed(target.feed).name, version: context.shown.version,
            question: address, language: nil, minute: nil)
        if let known = core.cache.body(key) {
            return try reply(known, headers: headers, to: request)
        }
        core.cache.countMiss()
        let made = FinishedBody(try await Explorer.file(context))
        core.cache.insert(made, for: key)
        return try reply(made, headers: headers, to: request)
    }

    private func texts(_ request: Request) -> ExplorerTexts {
        let header = request.headers[.acceptLanguage]
        return ExplorerTexts(
            in: Preferences.language(header, among: ExplorerTexts.languages, own: nil)?.tag)
    }

    private func context(
        _ target: ExplorerTarget, texts: ExplorerTexts, request: Request
    ) async throws -> ExplorerContext {
        let feed = try core.catalog.feed(target.feed)
        let state = try feed.offered()
        let now = core.settings.clock.minute
        let version = try state.version(target.version, at: core.settings.clock.now())
        let bundle = try await core.catalog.bundles.bundle(version)
        let language = Preferences.language(
            target.value("language") ?? request.headers[.acceptLanguage], among: bundle.languages,
            own: bundle.feed.info?.feedLang)
        let shown = ExplorerFeed(
            bundle: bundle.bundle, description: bundle.feed, dots: bundle.dots,
            version: version.name,
            published: state.published.map { ($0.folder, $0.manifest) })
        let answers = BundleAnswers(
            context: AnswerContext(
                bundle: bundle.bundle, source: try await bundle.source(language),
                feed: feed.name, version: version.name, now: now))
        return ExplorerContext(
            target, of: shown, texts: texts, now: now, namesLanguage: language?.tag,
            answers: answers)
    }

    private func refusal(
        _ failure: APIFailure, of target: ExplorerTarget, to request: Request
    ) -> Response {
        let texts = texts(request)
        let page = Explorer.page(
            failure, of: target, title: core.settings.title ?? "GTFS", texts: texts)
        return Response(
            status: HTTPResponse.Status(code: failure.code.status),
            headers: [
                .contentType: page.contentType, .cacheControl: "no-store",
                .contentLanguage: texts.language,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes)))
    }
}

@available(iOS 17, macOS 14, *)
extension FinishedBody {
    /// A page or file of the explorer.
    fileprivate convenience init(_ file: ExplorerFile) {
        self.init(AnswerBody(bytes: file.bytes, contentType: file.contentType))
    }
}
