import GTFSSchedule

/// Names are never in another script: a tag without a script has the one in which its language is
/// written in that region, so `zh-TW` fits `zh-Hant` and not `zh-CN` (``LanguageTagParts/script``).
package struct LanguageMatch {
    private let wish: LanguageTagParts
    /// With shorter forms, if they have its script, each with the script and without: "zh-tw",
    /// "zh-hant-tw", "zh-hant".
    private let wanted: [String]

    /// An IETF BCP 47 tag, or the name of a locale such as `en_US`.
    package init(_ language: String) {
        let wish = LanguageTagParts(language)
        self.wish = wish
        var forms: [String] = []
        for form in wish.shorterForms {
            let ofScript = form.script == wish.script ? [form.text] : []
            for text in ofScript + [form.text(in: wish.script)] where !forms.contains(text) {
                forms.append(text)
            }
        }
        wanted = forms
    }

    /// 0 for the language itself, then its shorter forms, then its other variants, such as en-GB
    /// for en-US. Nil for another language, or for the same in another script.
    package func rank(of tag: String) -> Int? {
        let tag = LanguageTagParts(tag)
        guard !wanted.isEmpty, tag.language == wish.language, !differ(tag.script, wish.script)
        else {
            return nil
        }
        if let place = wanted.firstIndex(of: tag.text) { return place }
        // A dialect that was not asked for comes last.
        return wanted.count + (tag.dialects == wish.dialects ? 0 : 1)
    }

    /// Another script is better than another language: it comes last.
    package func rankInAnyScript(of tag: String) -> Int? {
        rank(of: tag) ?? (language.isEmpty || Self.language(of: tag) != language ? nil : last)
    }

    /// Without dialect, script and region, in lower case.
    package var language: String { wish.language }

    package static func language(of tag: String) -> String { LanguageTagParts(tag).language }

    private var last: Int { wanted.count + 2 }

    /// `own` is the language of the feed itself, if given.
    package func ranks(of tags: some Sequence<String>, own: String?) -> LanguageRanks {
        var ranks: [ExactText: Int] = [:]
        for tag in tags { ranks[tag.exact] = rank(of: tag) }
        guard let own, let rank = rank(of: own) else { return LanguageRanks(ranks) }
        // The feed itself is in the language: only a closer variant, or its own, is better.
        return LanguageRanks(
            ranks.filter { $0.value <= rank && !($0.value == rank && $0.key != own.exact) })
    }

    private func differ(_ one: String?, _ other: String?) -> Bool {
        one != nil && other != nil && one != other
    }
}

/// In lower case.
private struct LanguageTagParts {
    let parts: [String]
    /// "zh" for "zh-yue", too.
    var language: String { parts.first ?? "" }
    /// As the tag says, or else the one in which the language is written in that region; nil when
    /// the language is not in the table.
    let script: String?
    /// The index of the first part after the language and its dialects.
    private let end: Int
    var dialects: ArraySlice<String> { parts[..<end].dropFirst() }
    private let namesScript: Bool

    init(_ tag: String) {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
            .prefix(Self.mostParts).map(String.init)
        self.init(parts: parts.first.map { Self.dialect($0) + parts.dropFirst() } ?? [])
    }

    /// No language needs more, and all shorter forms are created.
    private static let mostParts = 10

    private init(parts: [String]) {
        self.parts = parts
        var end = min(1, parts.count)
        while end < min(4, parts.count), Self.isWord(parts[end], of: 3) { end += 1 }
        self.end = end
        namesScript = end < parts.count && Self.isWord(parts[end], of: 4)
        if namesScript {
            script = LikelyScripts.plain(parts[end])
        } else {
            let region = end < parts.count && Self.isWord(parts[end], of: 2) ? parts[end] : nil
            script = LikelyScripts.script(parts[..<end].suffix(2), region: region)
        }
    }

    var text: String { parts.joined(separator: "-") }

    /// Unchanged when the tag already names a script, or there is none.
    func text(in script: String?) -> String {
        guard let script, !namesScript else { return text }
        return (parts[..<end] + [script] + parts[end...]).joined(separator: "-")
    }

    /// The tag, and what remains when parts at its end are left out.
    var shorterForms: [LanguageTagParts] {
        var forms: [LanguageTagParts] = []
        for count in stride(from: parts.count, to: 0, by: -1) {
            let form = LanguageTagParts(parts: Array(parts.prefix(count)))
            forms.append(form)
            // "sr-Latn-RS" is "sr-RS" in the script, so that comes before "sr-Latn".
            guard form.namesScript, form.end + 1 < count else { continue }
            forms.append(
                LanguageTagParts(
                    parts: form.parts[..<form.end] + Array(form.parts[(form.end + 1)...])))
        }
        return forms
    }

    /// Languages that tags write either by themselves or as a dialect of another: "yue" is
    /// "zh-yue".
    private static func dialect(_ language: String) -> [String] {
        if language == "cmn" { return ["zh"] }
        return chinese.contains(language) ? ["zh", language] : [language]
    }

    private static let chinese: Set = ["yue", "nan", "hak", "wuu", "gan", "hsn"]

    private static func isWord(_ part: String, of length: Int) -> Bool {
        part.utf8.count == length && part.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    }
}
