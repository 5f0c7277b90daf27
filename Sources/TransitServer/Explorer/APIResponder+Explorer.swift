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
        if let file = try ExplorerAssets.body(target.page) {
            return try reply(FinishedBody(file), cacheControl: Self.forEver, request)
        }
        let texts = texts(target, request)
        if target.feed == nil, core.catalog.isMany {
            return try await pageOfFeeds(texts, request)
        }
        let context = try await context(target, texts: texts, request: request)
        if ExplorerRouter.files.contains(target.page) {
            return try await file(target, in: context, to: request)
        }
        let layout = ExplorerLayout(
            title: context.title, texts: texts, links: context.links, current: target.page.first)
        let page = try await ExplorerRouter.page(context)
        let document = layout.document(page, asked: context.asked)
        let body = AnswerBody(
            bytes: Array(document.text.utf8), contentType: "text/html; charset=utf-8",
            lifetime: context.lifetime)
        let cacheControl =
            body.lifetime == .minute
            ? "public, max-age=\(core.settings.clock.secondsLeft(of: context.now))"
            // Also of a version: the next program may have other files for its pages.
            : "public, max-age=60"
        return try reply(FinishedBody(body), cacheControl: cacheControl, request)
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
            context.version, address, ExplorerAssets.address(""), isGzip ? "gzip" : "",
        ])
        let cacheControl = target.version == nil ? "public, max-age=60" : Self.forEver
        let headers: HTTPFields = [.eTag: tag.text, .cacheControl: cacheControl]
        if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
            return Response(status: .notModified, headers: headers)
        }
        let key = BodyKey(
            feed: try core.catalog.feed(target.feed).name, version: context.version,
            question: address, language: nil, minute: nil)
        if let known = core.cache.value(for: key) {
            return try reply(known, headers: headers, to: request)
        }
        core.cache.countMiss()
        let made = FinishedBody(try await ExplorerRouter.file(context))
        core.cache.insert(made, weight: made.cost, for: key)
        return try reply(made, headers: headers, to: request)
    }

    private func texts(_ target: ExplorerTarget, _ request: Request) -> ExplorerTexts {
        ExplorerTexts(for: request.headers[.acceptLanguage])
    }

    private func context(
        _ target: ExplorerTarget, texts: ExplorerTexts, request: Request
    ) async throws -> ExplorerContext {
        let feed = try core.catalog.feed(target.feed)
        let state = try feed.offered()
        let now = core.settings.clock.minute
        let version = try state.version(target.version, at: core.settings.clock.now())
        let bundle = try await core.catalog.bundles.bundle(version)
        let chosen = target.value("language")
        let language = Preferences.language(
            chosen ?? request.headers[.acceptLanguage], among: bundle.languages,
            own: bundle.feed.info?.feedLang)
        return ExplorerContext(
            target,
            links: ExplorerLinks(
                feed: target.feed, version: target.version, language: chosen, dots: bundle.dots),
            texts: texts, bundle: bundle, version: version.name, state: state, now: now,
            namesLanguage: language?.tag
        ) { [self] question in
            try await body(
                BundleQuestion(
                    feed: feed.name, version: version, isPinned: target.version != nil,
                    question: question, address: question.address(), bundle: bundle,
                    language: language, minute: now))
        }
    }

    /// The feeds of a server that serves many.
    private func pageOfFeeds(_ texts: ExplorerTexts, _ request: Request) async throws -> Response {
        let items = feeds.map { FeedItem(texts, $0).html }
        let page = ExplorerPage(
            title: texts("feeds.title"), body: "<ul id=\"feeds\" class=\"cards\">\(items)</ul>")
        let layout = ExplorerLayout(title: try await core.title(), texts: texts, links: nil)
        let document = layout.document(page, asked: ["/api/v1/feeds"])
        let body = AnswerBody(
            bytes: Array(document.text.utf8), contentType: "text/html; charset=utf-8")
        return try reply(FinishedBody(body), cacheControl: "public, max-age=60", request)
    }

    private func refusal(
        _ failure: APIFailure, of target: ExplorerTarget, to request: Request
    ) -> Response {
        let texts = texts(target, request)
        let links = ExplorerLinks(feed: target.feed, version: nil, language: nil)
        let page = ExplorerPage(
            title: texts("error.title"),
            body: """
                <p>\(failure.message)</p>
                <p><a href="\(links.page(""))">\(texts("error.back"))</a></p>
                """)
        let layout = ExplorerLayout(
            title: core.settings.title ?? "GTFS", texts: texts, links: nil)
        return Response(
            status: HTTPResponse.Status(code: failure.code.status),
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentLanguage: texts.language,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: layout.document(page).text)))
    }
}
