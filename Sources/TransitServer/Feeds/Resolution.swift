import Foundation
import TransitAnswers
import TransitModel

/// What an answer depends on besides its question: version, language and live data, resolved once
/// per request, stream or page.
@available(iOS 17, macOS 14, *)
struct Resolution: Sendable {
    let offered: OfferedVersion
    let bundle: OpenBundle
    let language: SpokenLanguage
    let live: LiveView?

    /// - Parameter wishes: the languages that the client reads, the best first.
    init(
        _ offered: OfferedVersion, over bundle: OpenBundle, live view: LiveView?, wishes: [String]
    ) {
        self.offered = offered
        self.bundle = bundle
        language = SpokenLanguage(wishes, of: bundle, view?.generation)
        live = view?.speaking(language.alerts)
    }

    var source: any TransitSource { language.source(over: bundle, live?.generation) }

    var contentLanguage: String? { language.header(live?.generation) }

    private var minutes: Int { Int(offered.minute.timeIntervalSince1970) / 60 }

    func minutes(_ lifetime: AnswerBody.Lifetime) -> Int? {
        lifetime == .minute ? minutes : nil
    }

    func key(_ question: String, _ lifetime: AnswerBody.Lifetime) -> BodyKey {
        BodyKey(
            feed: offered.feed, version: offered.version.name, question: question,
            language: language, minute: minutes(lifetime), live: live?.stamp)
    }

    func context(source: any TransitSource, hours: BoardHours? = nil) -> AnswerContext {
        AnswerContext(
            bundle: bundle.bundle, source: source, feed: offered.feed,
            version: offered.version.name, now: offered.minute, hours: hours,
            language: language.names, live: live, coverage: offered.live)
    }
}
