import BundleManifest
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitExplorer
import TransitModel
import TransitRealtime

@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    /// Allows only files of this server and the map tiles, and nothing that is written into a page.
    private var contentPolicy: String {
        let streets = core.settings.tiles.map { " " + $0.origin } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:\(streets); connect-src 'self'; base-uri 'none'; "
            + "form-action 'self'; frame-ancestors 'none'"
    }

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
        response.headers[.contentSecurityPolicy] = contentPolicy
        response.headers["Referrer-Policy"] = "same-origin"
        return response
    }

    private func page(_ target: ExplorerTarget, _ request: Request) async throws -> Response {
        switch request.method {
        case .get, .head: break
        case .options: return preflight(request)
        default:
            throw APIFailure(
                .methodNotAllowed, field: "method",
                "\(request.method.rawValue) is not answered here: pages are read-only, by GET and "
                    + "HEAD.")
        }
        if target.lacksSlash {
            return Response(status: .movedPermanently, headers: [.location: "/explorer/"])
        }
        if let file = try ExplorerAssets.file(target.page) {
            return try reply(FinishedBody(file), cacheControl: ReadyReply.forEver, request)
        }
        // Nothing holds for ever, not even of a version: the next program has other pages.
        let texts = texts(request)
        if target.feed == nil, core.catalog.isMany {
            let today = ServiceClock(timeZone: .gmt).date(at: core.settings.clock.now())
            let page = Explorer.page(
                of: await feedItems(), title: try await core.title(), today: today, texts: texts)
            return try reply(FinishedBody(page), cacheControl: ReadyReply.aMinute, request)
        }
        let visit = try await visit(target, texts: texts, request)
        // Files are the same for all addresses of a version; pages list the versions of the manifest.
        let body = try await body(
            Explorer.files.contains(target.page)
                ? "explorer/" + target.page.joined(separator: "/")
                : "explorer/\(target.canonical) \(texts.language) \(visit.manifest)",
            of: visit)
        let resolution = visit.resolution
        let left = core.settings.clock.secondsLeft(of: resolution.offered.minute)
        let seconds = resolution.live == nil ? nil : resolution.offered.live?.seconds
        let ofMinute = "public, max-age=\(min(left, seconds ?? left))"
        return try reply(
            body,
            cacheControl: body.lifetime == .minute || resolution.live != nil
                ? ofMinute : ReadyReply.aMinute, request)
    }

    private func feedItems() async -> [FeedItem] {
        var items: [FeedItem] = []
        for (summary, (_, feed)) in zip(feeds, core.catalog.all) {
            let state = feed.state
            var publisher: String?
            do {
                if let state {
                    let version = state.version(at: core.settings.clock.now())
                    let known = try await core.catalog.bundles.bundle(version).feed
                    publisher =
                        known.info?.feedPublisherName ?? known.agencies.first?.agencyName
                        ?? summary.feed
                }
            } catch {
                // The item says that it cannot be served; /status says why.
                publisher = nil
            }
            let notices = state?.published?.manifest.versions.first {
                $0.version == summary.bundle
            }?.notices
            items.append(
                FeedItem(
                    summary, publisher: publisher,
                    notices: notices.map { ($0.errors, $0.warnings) }))
        }
        return items
    }

    private func body(
        _ address: String, of visit: ExplorerVisit
    ) async throws -> FinishedBody {
        func key(_ lifetime: AnswerBody.Lifetime) -> BodyKey {
            visit.resolution.key(address, lifetime)
        }
        if let known = core.cache.value(for: key(.version), or: key(.minute)) { return known }
        core.cache.countMiss()
        let made = FinishedBody(try await Explorer.file(visit.context))
        core.cache.insert(made, weight: made.cost, for: key(made.lifetime))
        return made
    }

    private struct ExplorerVisit {
        let context: ExplorerContext
        let resolution: Resolution
        let manifest: String
    }

    private func texts(_ request: Request) -> ExplorerTexts {
        let header = request.headers[.acceptLanguage]
        return ExplorerTexts(
            in: Preferences.names(
                in: Preferences.languages(header), among: ExplorerTexts.languages, own: nil
            ).header)
    }

    private func visit(
        _ target: ExplorerTarget, texts: ExplorerTexts, _ request: Request
    ) async throws -> ExplorerVisit {
        let (offered, state) = try core.catalog.offered(
            target.feed, version: target.version, by: core.settings.clock)
        let bundle = try await core.catalog.bundles.bundle(offered.version)
        // Files are those of a version.
        let live = Explorer.files.contains(target.page) ? nil : offered.live
        let resolution = Resolution(
            offered, over: bundle, live: try await live?.made(of: offered.version, over: bundle),
            wishes: Preferences.languages(
                target.value("language") ?? request.headers[.acceptLanguage]))
        let shown = ExplorerFeed(
            bundle: bundle.bundle, description: bundle.feed, dots: bundle.dots,
            version: offered.version.name, published: state.published?.manifest)
        let answers = resolution.context(source: resolution.source)
        let context = ExplorerContext(
            target, of: shown, texts: texts, now: offered.minute,
            namesLanguage: resolution.language.names.levels.first?.first?.text,
            tiles: core.settings.tiles,
            realtime: resolution.live.map {
                ExplorerRealtime($0.generation.sources.state, newest: $0.generation.sources.newest)
            }
        ) { Answerer($0, in: answers) }
        return ExplorerVisit(
            context: context, resolution: resolution, manifest: state.published?.digest ?? "")
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
extension Answerer: ExplorerAnswers {}

@available(iOS 17, macOS 14, *)
extension FinishedBody {
    fileprivate convenience init(_ file: ExplorerFile) {
        self.init(
            AnswerBody(
                bytes: file.bytes, contentType: file.contentType,
                lifetime: file.isOfMinute ? .minute : .version))
    }
}
