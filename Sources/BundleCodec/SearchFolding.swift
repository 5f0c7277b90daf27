import Foundation

/// How names and typed texts are folded for search.
///
/// The tables `stops_fts` and `routes_fts` split names into words with SQLite's tokenizer
/// `unicode61 remove_diacritics 2`, which parts a word at an apostrophe, keeps ł and ß, and takes
/// 東新橋 as one word. The column `search_words` has the words that a name has beyond those, so a
/// reader that folds a typed text in the same way finds it. `schema/bundle.md` tells readers in
/// other languages how to fold; a change here is a change of bundles.
///
///     St. Jude's Well      judes
///     Łódź Fabryczna       lodz
///     Grünbach Co-op       gruenbach coop
///     JR東新橋             東新 新橋 橋
package enum SearchFolding {
    /// The words for the index that SQLite's tokenizer does not make of the texts, with spaces
    /// between; nil when there are none, as for most names.
    package static func searchWords(_ texts: [String]) -> String? {
        if texts.allSatisfy(isUsual) { return nil }
        let texts = texts.filter { !isPlain($0) }
        var found: [Word] = []
        // A name may have a hundred thousand words, so that each is looked up.
        var known = Beginnings()
        for word in texts.flatMap(tokens) { known.insert(word) }
        for text in texts {
            for word in forms(text).flatMap(words) where known.insert(word) { found.append(word) }
            // Readers ask for beginnings of words, so the first pair of a word is found with it.
            for word in pairs(folded(text), withLast: true) where !known.has(word) {
                known.insert(word)
                found.append(word)
            }
        }
        return found.isEmpty ? nil : text(found)
    }

    /// The spellings of a typed text without spaces that have to be looked for: a name matches when
    /// it has all words of one of them. SQLite's tokenizer has to split them into words.
    ///
    /// - Parameter isWhole: looks for whole words, else for beginnings of words.
    package static func spellings(_ typed: String, isWhole: Bool) -> [String] {
        var spellings = [typed]
        for spelling in forms(typed) {
            let spelling = isWhole ? spelling : text(pairs(spelling, withLast: false))
            // Texts that differ in bytes alone are equal in Swift and have other words in SQLite.
            if !spellings.contains(where: { $0.utf8.elementsEqual(spelling.utf8) }) {
                spellings.append(spelling)
            }
        }
        return spellings
    }

    package static func tokens(_ text: String) -> [[Unicode.Scalar]] { words(tokenized(text)) }

    /// The texts of a name by which search compares it: two names are the same when they have one
    /// in common.
    ///
    /// - Parameter shortened: also takes `street` for `st`, as `otherForms` does.
    package static func keys(_ name: String, shortened: Bool = false) -> Set<String> {
        let keys = forms(name).map(words)
        guard shortened else { return Set(keys.map(text)) }
        return Set(keys.map { $0.map { shortForm(of: string($0)) }.joined(separator: " ") })
    }

    /// Whether a text has writing without spaces between words, so that its matches may begin
    /// within a word.
    package static func hasRuns(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: isOfRun)
    }

    /// The text as search folds it: without marks, and with the letters that are typed for them
    /// (`gruenbach`), each also with one word for `jude's` and `u.s.`, and for `co-op`.
    private static func forms(_ text: String) -> [String] {
        if isPlain(text) { return [text.lowercased()] }
        var forms: [String] = []
        for folded in [folded(text)] + (spelledOut(text).map { [folded($0)] } ?? []) {
            for form in [folded, joined(folded), joined(folded, withHyphens: true)]
            where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
                forms.append(form)
            }
        }
        return forms
    }

    /// The text in lower case and without marks, in the usual letters and digits, with katakana for
    /// hiragana.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        if let quick = quicklyFolded(text) { return quick }
        let spelled = string(text.unicodeScalars.lazy.map { isApostrophe($0) ? "'" : $0 })
        let decomposed = spelled.decomposedStringWithCompatibilityMapping.lowercased()
            .decomposedStringWithCanonicalMapping
        var folded = String.UnicodeScalarView()
        for scalar in decomposed.unicodeScalars.lazy.map(katakana) {
            if let letters = foldedLetters[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else if scalar.properties.numericType == .decimal,
                let digit = scalar.properties.numericValue.flatMap({ Int(exactly: $0) })
            {
                folded.append(contentsOf: String(digit).unicodeScalars)
            } else if !isIgnored(scalar) {
                folded.append(scalar)
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// Nil where folding takes more of Unicode's decompositions than accents.
    private static func quicklyFolded(_ text: String) -> String? {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                folded.append(scalar)
            } else if let letter = accentedLetters[scalar] {
                folded.append(letter)
            } else if isOfRun(scalar), !scalar.properties.changesWhenNFKCCaseFolded,
                scalar.properties.canonicalCombiningClass == .notReordered,
                foldedLetters[katakana(scalar)] == nil, !isIgnored(scalar)
            {
                folded.append(katakana(scalar))
            } else {
                return nil
            }
        }
        return String(folded).lowercased()
    }

    /// The text with the two letters that are typed for one with a mark; nil when it has none.
    private static func spelledOut(_ text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        func isMark(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\u{308}" || scalar == "\u{30A}"
        }
        guard text.unicodeScalars.contains(where: { typedLetters[$0] != nil || isMark($0) })
        else { return nil }
        return text.precomposedStringWithCanonicalMapping.unicodeScalars
            .map { typedLetters[$0] ?? String($0) }.joined()
    }

    /// The folded text with one word for `jude's`, and one for `u.s.`.
    ///
    /// - Parameter withHyphens: also with one for `co-op`.
    private static func joined(_ folded: String, withHyphens: Bool = false) -> String {
        let text = Array(folded.unicodeScalars)
        let kept = text.indices.filter {
            !joins(text, at: $0) && !(withHyphens && isHyphen(text, at: $0))
        }
        return kept.count == text.count ? folded : string(kept.lazy.map { text[$0] })
    }

    /// Whether a hyphen is within a word: between letters, or a letter and a digit, but not in
    /// `12-14`.
    private static func isHyphen(_ text: [Unicode.Scalar], at place: Int) -> Bool {
        guard ["-", "\u{2010}"].contains(text[place]), place > 0, place + 1 < text.count
        else { return false }
        let sides = [text[place - 1], text[place + 1]]
        return sides.allSatisfy { isOfWord($0) && !isOfRun($0) }
            && sides.contains(where: isAlphabetic)
    }

    private static func joins(_ text: [Unicode.Scalar], at place: Int) -> Bool {
        func isLetter(_ place: Int) -> Bool {
            text.indices.contains(place) && isAlphabetic(text[place])
        }
        func isAlone(_ place: Int) -> Bool {
            isLetter(place) && !isLetter(place - 1) && !isLetter(place + 1)
        }
        return switch text[place] {
        case "'", "`", "\"", "\u{B7}": isLetter(place - 1) && isLetter(place + 1)
        case ".": isAlone(place - 1) && isAlone(place + 1)
        default: false
        }
    }

    /// By scalars, because equal strings may have other bytes.
    private typealias Word = [Unicode.Scalar]

    /// Words, and what they begin with up to where their writing changes: a pair, or a whole part.
    private struct Beginnings {
        private var words: Set<Word> = []
        private var beginnings: Set<Word> = []

        @discardableResult
        mutating func insert(_ word: Word) -> Bool {
            guard words.insert(word).inserted else { return false }
            beginnings.insert(Word(word.prefix(1)))
            beginnings.insert(Word(word.prefix(2)))
            let isRun = word.first.map(isOfRun)
            beginnings.insert(Word(word.prefix { isOfRun($0) == isRun }))
            return true
        }

        func has(_ beginning: Word) -> Bool { beginnings.contains(beginning) }
    }

    /// The words of a folded text, those in writing without spaces as pairs of neighbors: 新橋駅 is
    /// 新橋 and 橋駅.
    ///
    /// - Parameter withLast: also gives the last character alone, so that every character begins a
    ///   word.
    private static func pairs(_ folded: String, withLast: Bool) -> [Word] {
        var found: [Word] = []
        for word in words(folded) {
            var rest = word[...]
            while let first = rest.first {
                let isRun = isOfRun(first)
                let run = rest.prefix { isOfRun($0) == isRun }
                rest = rest.dropFirst(run.count)
                guard isRun, run.count > 1 else {
                    found.append(Word(run))
                    continue
                }
                found += zip(run, run.dropFirst()).map { [$0, $1] }
                if withLast { found.append(Word(run.suffix(1))) }
            }
        }
        return found
    }

    /// The text as SQLite's tokenizer reads it: without accents on the letters from A to Z, and each
    /// letter for itself in lower case, if Unicode 6.1 has that.
    private static func tokenized(_ text: String) -> String {
        string(
            text.unicodeScalars.lazy.map { scalar in
                if scalar.isASCII { return lower(ascii: scalar) }
                let letter = accentedLetters[scalar] ?? scalar
                if letter.isASCII { return lower(ascii: letter) }
                let mapped = letter.properties.lowercaseMapping.unicodeScalars
                guard let first = mapped.first, mapped.count == 1,
                    let age = first.properties.age, age <= (6, 1)
                else { return letter }
                return first
            })
    }

    private static func words(_ text: String) -> [Word] {
        text.unicodeScalars.split { !isOfWord($0) }.map(Word.init)
    }

    private static func text(_ words: [Word]) -> String {
        string(words.joined(separator: [" "]))
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Whether SQLite's tokenizer makes all words of a text that search needs, by its bytes.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 && !"'`\".-".utf8.contains($0) }
    }

    /// The same of more texts: those with no other letters than accented Latin ones, and without
    /// signs that join.
    private static func isUsual(_ text: String) -> Bool {
        if isPlain(text) { return true }
        let letters = Array(text.unicodeScalars)
        return letters.allSatisfy {
            $0.isASCII || accentedLetters[$0] != nil && typedLetters[$0] == nil
        } && !letters.indices.contains { joins(letters, at: $0) || isHyphen(letters, at: $0) }
    }
}
