import TransitBundle
import TransitRealtime

/// The language of an answer: all that its texts depend on beside its question.
///
/// Sources are made of it, and so are the keys of answers and the headers about them. Requests for
/// which it is the same share answers, whatever their wording, so that a client cannot flood a
/// cache with them.
@available(iOS 17, macOS 14, *)
struct SpokenLanguage: Hashable, Sendable {
    /// Of names as the feed publishes them, and without live data.
    static let asPublished = SpokenLanguage(names: .none, alerts: .none)

    /// The tags of the feed's translations that fit it.
    let names: LanguageRanks
    /// The tags of the texts of alerts that fit it; none without live data.
    let alerts: LanguageRanks

    /// Its parts as texts, for tags of answers.
    var parts: [String] {
        [names, alerts].flatMap { ranks in
            ["\(ranks.levels.count)"]
                + ranks.levels.flatMap { ["\($0.count)"] + $0.map(\.text) }
        }
    }
}

@available(iOS 17, macOS 14, *)
extension SpokenLanguage {
    /// The language that a client reads best.
    ///
    /// - Parameters:
    ///   - wish: the one that it asked for, with the tags of the feed that fit; nil for the feed's.
    ///   - moment: the live data of the answer; nil without any.
    init(_ wish: (wish: LanguageMatch, names: LanguageRanks)?, _ moment: LiveMoment?) {
        self.init(
            names: wish?.names ?? .none, alerts: moment?.alertRanks(of: wish?.wish) ?? .none)
    }
}

@available(iOS 17, macOS 14, *)
extension LanguageRanks {
    /// The tag that fits best and can be in a header; nil when there is none.
    var header: String? {
        levels.first?.first { $0.text.utf8.allSatisfy { 0x21...0x7E ~= $0 } }?.text
    }
}
