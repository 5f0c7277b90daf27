import BundleCodec
import SQLiteLayer

/// Typed text, split into words as the search index splits names.
///
/// Each part of the text between spaces is looked for in all its spellings: as typed, folded, and
/// without apostrophes or hyphens. The words come from SQLite's own tokenizer, so they contain only letters and
/// digits: nothing that is typed can be an operator of the search language.
struct SearchWords {
    /// For names in which each typed word begins some word.
    let beginnings: String
    /// For names that contain every word exactly.
    let wholeWords: String

    /// No name has more; further words of a text are ignored.
    private static let most = 16

    /// `withOtherForms` accepts names with `street` or `saint` for `st`.
    init(_ text: String, _ db: Database, withOtherForms: Bool = false) throws {
        var beginnings: [String] = []
        var wholeWords: [String] = []
        var seen: Set<Substring> = []
        var left = Self.most
        for part in text.split(whereSeparator: \.isWhitespace) where seen.insert(part).inserted {
            guard left > 0 else { break }
            let typed = String(part)
            let begun = try SearchFolding.spellings(typed, isWhole: false).map(db.words)
            let whole = try SearchFolding.spellings(typed, isWhole: true).map(db.words)
            func anyOf(_ spellings: [[String]], mark: String) -> [String] {
                Self.anyOf(
                    spellings.map { $0.prefix(left) }, mark: mark, withOtherForms: withOtherForms)
            }
            beginnings += anyOf(begun, mark: " *")
            wholeWords += anyOf(whole, mark: "")
            left -= begun.map(\.count).max() ?? 0
        }
        self.beginnings = beginnings.joined(separator: " AND ")
        self.wholeWords = wholeWords.joined(separator: " AND ")
    }

    var isEmpty: Bool { beginnings.isEmpty }

    private static func anyOf(
        _ spellings: [ArraySlice<String>], mark: String, withOtherForms: Bool
    ) -> [String] {
        var conditions: [String] = []
        for words in spellings where !words.isEmpty {
            let condition = words.map { word in
                let typed = "\"" + word.filter { $0 != "\"" } + "\"" + mark
                let others = withOtherForms ? SearchFolding.otherForms(of: word) : []
                let forms = [typed] + others.map { "\"\($0)\"" }
                return others.isEmpty ? typed : "(" + forms.joined(separator: " OR ") + ")"
            }.joined(separator: " AND ")
            // Equal strings may have other bytes, and those are other words.
            if !conditions.contains(where: { $0.utf8.elementsEqual(condition.utf8) }) {
                conditions.append(condition)
            }
        }
        return conditions.count < 2
            ? conditions
            : ["(" + conditions.map { "(\($0))" }.joined(separator: " OR ") + ")"]
    }
}
