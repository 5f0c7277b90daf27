import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitRealtime

/// A bundle that is asked the questions of the API, and gives the answers of a server.
struct AskedBundle: Sendable {
    let bundle: TransitBundle
    /// The present; answers treat its minute as now.
    let now: Date
    let live: LiveGeneration?
    private let context: AnswerContext

    /// - Parameter language: the language of alerts; nil for the feed's.
    init(
        _ bundle: TransitBundle, now: Date = Date(), live: LiveGeneration? = nil,
        language: String? = nil
    ) {
        self.bundle = bundle
        self.now = now
        self.live = live
        let ranks = live?.alertRanks(of: language.map { [$0] } ?? []) ?? .none
        context = AnswerContext(
            bundle: bundle, source: live?.source(over: bundle, language: ranks) ?? bundle,
            feed: "", version: "", now: AnswerContext.minute(of: now),
            live: live.map { LiveView($0, [], number: 1).speaking(ranks) })
    }

    var source: any TransitSource { context.source }

    /// An answer that has one page, or whose first page is wanted.
    ///
    /// - Parameter query: the parameters; those without a value are left out.
    func answer<Payload: WireForm>(
        _ endpoint: Endpoint.Name, id: TextArgument? = nil, _ query: [GivenParameter?] = [],
        _ answer: (Answerer) async throws -> Envelope<Payload>
    ) async throws -> Envelope<Payload> {
        try await pages(endpoint, id: id, query, while: { _ in false }, answer)[0]
    }

    /// An answer page by page.
    func pages<Payload: WireForm>(
        _ endpoint: Endpoint.Name, id: TextArgument? = nil, _ query: [GivenParameter?] = [],
        while goesOn: (Payload) -> Bool = { _ in true },
        _ answer: (Answerer) async throws -> Envelope<Payload>
    ) async throws -> [Envelope<Payload>] {
        var pages: [Envelope<Payload>] = []
        var next: String?
        repeat {
            let given = (query + [GivenParameter("cursor", next)]).compactMap { $0 }
            let question = try Question(
                Endpoint[endpoint], id: id?.text, query: given.map { ($0.name, $0.text) })
            let page = try await answer(Answerer(question, in: context))
            pages.append(page)
            next = goesOn(page.data) ? page.meta.next : nil
        } while next != nil
        return pages
    }
}
