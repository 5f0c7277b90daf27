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
    let live: LiveMoment?
    private let context: AnswerContext

    /// - Parameter language: the language of alerts; nil for the feed's.
    init(
        _ bundle: TransitBundle, now: Date = Date(), live: LiveMoment? = nil,
        language: String? = nil
    ) {
        self.bundle = bundle
        self.now = now
        self.live = live
        let ranks = live?.alertRanks(of: language.map { [$0] } ?? []) ?? .none
        context = AnswerContext(
            bundle: bundle, source: live?.source(over: bundle, language: ranks) ?? bundle,
            feed: "", version: "", now: AnswerContext.minute(of: now),
            live: live.map { moment in
                let view = LiveView(moment, [], number: 1)
                return LiveUse(
                    view: view, language: ranks, shown: ShownLive(view, places: nil, kind: nil))
            })
    }

    var source: any TransitSource { context.source }

    /// The data of an answer.
    ///
    /// - Parameter query: the parameters; those without a value are left out.
    func data<Payload: WireForm>(
        _ endpoint: Endpoint.Name, id: String? = nil, _ query: KeyValuePairs<String, String?> = [:],
        _ answer: (Answerer) async throws -> Envelope<Payload>
    ) async throws -> Payload {
        try await pages(endpoint, id: id, query, while: { _ in false }, answer)[0]
    }

    /// The data of an answer, page by page.
    func pages<Payload: WireForm>(
        _ endpoint: Endpoint.Name, id: String? = nil, _ query: KeyValuePairs<String, String?> = [:],
        while goesOn: (Payload) -> Bool = { _ in true },
        _ answer: (Answerer) async throws -> Envelope<Payload>
    ) async throws -> [Payload] {
        let given = query.compactMap { name, value in value.map { (name: name, value: $0) } }
        var pages: [Payload] = []
        var next: String?
        repeat {
            let cursor = next.map { [(name: "cursor", value: $0)] } ?? []
            let question = try Question(Endpoint[endpoint], id: id, query: given + cursor)
            let page = try await answer(Answerer(question, in: context))
            pages.append(page.data)
            next = goesOn(page.data) ? page.meta.next : nil
        } while next != nil
        return pages
    }
}
