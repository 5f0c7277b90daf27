import TransitBundle
import TransitModel
import TransitRealtime

/// The language of an answer: everything that its texts depend on besides its question.
///
/// It determines sources, the keys of answers and the headers about them. Requests for which it is
/// the same share answers, whatever their wording, so that a client cannot flood a cache with them.
@available(iOS 17, macOS 14, *)
struct SpokenLanguage: Hashable, Sendable {
    static let asPublished = SpokenLanguage(names: .none, alerts: .none)

    let names: LanguageRanks
    let alerts: LanguageRanks

    var parts: [String] {
        [names, alerts].flatMap { ranks in
            ["\(ranks.levels.count)"]
                + ranks.levels.flatMap { ["\($0.count)"] + $0.map(\.text) }
        }
    }
}

@available(iOS 17, macOS 14, *)
extension SpokenLanguage {
    init(_ wishes: [String], of bundle: OpenBundle, _ live: LiveGeneration?) {
        self.init(
            names: Preferences.names(
                in: wishes, among: bundle.languages, own: bundle.feed.info?.feedLang),
            alerts: live?.alertRanks(of: wishes) ?? .none)
    }

    func source(over bundle: OpenBundle, _ live: LiveGeneration?) -> any TransitSource {
        let source = bundle.bundle.speaking(names)
        return live?.source(over: source, language: alerts) ?? source
    }

    /// The header `Content-Language`; nil for names as published, and where alerts may be in another
    /// language than names.
    func header(_ live: LiveGeneration?) -> String? {
        guard let tag = names.header,
            live?.areAlerts(in: LanguageMatch(tag), by: alerts) ?? true
        else { return nil }
        return tag
    }
}

@available(iOS 17, macOS 14, *)
extension LanguageRanks {
    var header: String? {
        levels.first?.first { $0.text.utf8.allSatisfy { 0x21...0x7E ~= $0 } }?.text
    }
}
