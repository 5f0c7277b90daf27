import GTFSSchedule

extension LanguageRanks {
    /// Ranks the tags of the texts of alerts by how well they fit a reader: the very tag; the same
    /// language with a more general, another or no region or script; no tag; the language of the
    /// feed; English. All others fit worst, and of these the first text counts.
    ///
    /// An alert may be in any language, whereas names also exist as published: so another script is
    /// better than another language.
    ///
    /// - Parameters:
    ///   - tags: the tags of the texts.
    ///   - wish: the language of the reader; nil for any.
    ///   - own: the language of the feed; nil where it does not say.
    package init(
        ofAlerts tags: some Sequence<String>, wish: LanguageMatch?, own: LanguageMatch?
    ) {
        let steps = [(0, wish), (2, own), (3, LanguageMatch("en"))]
        var fits = ["".exact: 1 << Self.bitsOfRank]
        for tag in tags where fits[tag.exact] == nil {
            for case (let step, let match?) in steps {
                guard let rank = match.rankInAnyScript(of: tag) else { continue }
                fits[tag.exact] = step << Self.bitsOfRank + rank
                break
            }
        }
        self.init(fits)
    }

    private static let bitsOfRank = 16
}
