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

    /// - Throws: `APIFailure`, which names the nearest.
    func stop(_ id: TextArgument) async throws -> Stop { try await context.stop(id.text) }

    /// An answer that has one page, or whose first page is wanted.
    func answer<Kind: QuestionType>(
        _ asked: Asked<Kind>, _ answer: (Answerer) async throws -> Envelope<Kind.Answer>
    ) async throws -> Envelope<Kind.Answer> {
        try await pages(asked, while: { _ in false }, answer)[0]
    }

    /// An answer page by page.
    func pages<Kind: QuestionType>(
        _ asked: Asked<Kind>, while goesOn: (Kind.Answer) -> Bool = { _ in true },
        _ answer: (Answerer) async throws -> Envelope<Kind.Answer>
    ) async throws -> [Envelope<Kind.Answer>] {
        var asked = asked
        var pages: [Envelope<Kind.Answer>] = []
        repeat {
            let page = try await answer(Answerer(asked.checked(), in: context))
            pages.append(page)
            asked.cursor = goesOn(page.data) ? page.meta.next : nil
        } while asked.cursor != nil
        return pages
    }
}
