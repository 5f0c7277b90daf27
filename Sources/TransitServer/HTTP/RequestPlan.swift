import Foundation
import HTTPTypes
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitExplorer
import TransitModel

/// The event loop finishes a request from its plan, or passes the plan on to a task.
@available(iOS 17, macOS 14, *)
struct RequestPlan: Sendable {
    enum Course: Sendable {
        case failure(any Error)
        case preflight
        case explorer(ExplorerTarget)
        case server(Question)
        case manifest(FeedState)
        case file(_ name: String, FeedState)
        case stream(BoardHub.Topic)
        case bundle(BundleQuestion)
        case opening(FeedQuestion)
    }

    let id: String
    /// By `ThisProcess.steadySeconds`.
    let start: Double
    let admission: Admission
    let endpoint: String
    let course: Course

    init(_ request: HTTPRequest, _ core: ServerCore, from connection: ClientConnection?) {
        start = ThisProcess.steadySeconds
        id = core.requestIDs.next()
        admission = Admission(request, core.settings, from: connection)
        var endpoint = "unknown"
        do {
            if let refusal = admission.refusal { throw refusal }
            course = try Self.course(of: request, in: core, endpoint: &endpoint)
        } catch {
            course = .failure(error)
        }
        self.endpoint = endpoint
    }

    private static func course(
        of request: HTTPRequest, in core: ServerCore, endpoint: inout String
    ) throws -> Course {
        let path = request.path ?? "/"
        // Nearly every request is for something else, which a few bytes show.
        if path.utf8.starts(with: "/explorer".utf8), let page = try ExplorerTarget(path) {
            endpoint = "explorer"
            return .explorer(page)
        }
        let kept = core.targets.value(for: path.exact)
        let target = try kept ?? RequestTarget(path)
        // Figures are for operators of the server, at a separate address.
        guard target.match.endpoint.name != .metrics else {
            throw APIFailure(.unknownPath, field: "path", "Nothing has the path /metrics here.")
        }
        endpoint = target.match.endpoint.name.rawValue
        switch request.method {
        case .get, .head: break
        case .options: return .preflight
        default:
            throw APIFailure(
                .methodNotAllowed, field: "method",
                "\(request.method.rawValue) is not answered here: the API is read-only, by GET and "
                    + "HEAD.")
        }
        guard target.match.endpoint.scope == .feed else {
            return .server(try target.question.get())
        }
        let feed = try core.catalog.feed(target.match.feed)
        let state = try feed.offered()
        if case .failure(let failure) = target.question, !failure.isAboutDays { throw failure }
        let offered = try OfferedVersion(
            target.match.version, of: feed, in: state, at: core.settings.clock.now())
        switch target.match.endpoint.name {
        case .manifest: return .manifest(state)
        case .file: return .file(target.match.id ?? "", state)
        case .departureStream:
            return .stream(
                BoardHub.Topic(
                    feed: feed.name, version: target.match.version,
                    question: try target.question.get(),
                    languages: Preferences.languages(request.headerFields[.acceptLanguage])))
        default: break
        }
        let question = FeedQuestion(offered: offered, target: target, isKept: kept != nil)
        guard let bundle = core.catalog.bundles.opened(offered.version) else {
            return .opening(question)
        }
        var known: LiveView?
        if let live = question.live {
            known = try live.state(of: question, places: core.places)
            guard known != nil else { return .opening(question) }
        }
        return .bundle(
            try question.asked(
                of: bundle, live: known, wish: request.headerFields[.acceptLanguage]))
    }
}

@available(iOS 17, macOS 14, *)
struct FeedQuestion: Sendable {
    let offered: OfferedVersion
    let target: RequestTarget
    let isKept: Bool

    var version: ServedVersion { offered.version }

    var live: LiveFeed? { target.hasRealtime ? offered.live : nil }

    /// Throws an `APIFailure` for an invalid day, which is reported with the days of the feed.
    func asked(
        of bundle: OpenBundle, live view: LiveView?, wish: String?
    ) throws(APIFailure) -> BundleQuestion {
        let question: Question
        do throws(APIFailure) {
            question = try target.question.get()
        } catch {
            throw error.namingDays(of: bundle.feed.validity)
        }
        return BundleQuestion(
            asked: self, question: question,
            resolution: Resolution(
                offered, over: bundle, live: view, wishes: Preferences.languages(wish)))
    }
}

@available(iOS 17, macOS 14, *)
struct BundleQuestion: Sendable {
    let asked: FeedQuestion
    let question: Question
    let resolution: Resolution

    var live: LiveView? { resolution.live }

    func key(_ lifetime: AnswerBody.Lifetime) -> BodyKey {
        resolution.key(asked.target.address, lifetime)
    }

    /// The tag of the answer: of its bytes if it has live data, which also changes elsewhere. The
    /// next version of the program may write the same answer in other bytes.
    func tag(_ body: FinishedBody, isGzip: Bool) -> EntityTag {
        guard live == nil else { return body.tagOfBytes(isGzip: isGzip) }
        return EntityTag(
            of: [
                ToolVersion.text, asked.offered.feed, asked.version.name, asked.target.address,
                resolution.minutes(body.lifetime).map { "\($0)" } ?? "", isGzip ? "gzip" : "",
            ] + resolution.language.parts)
    }
}
