import TransitBundle
import TransitRealtime

/// The language of an answer: all that its texts depend on beside its question.
///
/// Sources are made of it, and so are the keys of answers and the headers about them. Requests for
/// which it is the same share answers, whatever their wording, so that a client cannot flood a
/// cache with them.
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
    init(_ wish: (wish: LanguageMatch, names: LanguageRanks)?, _ moment: LiveMoment?) {
        self.init(
            names: wish?.names ?? .none, alerts: moment?.alertRanks(of: wish?.wish) ?? .none)
    }
}

@available(iOS 17, macOS 14, *)
extension LanguageRanks {
    var header: String? {
        levels.first?.first { $0.text.utf8.allSatisfy { 0x21...0x7E ~= $0 } }?.text
    }
}
