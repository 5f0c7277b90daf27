/// What somebody may have meant who misspelled a word.
package enum ClosestWord {
    /// The word with the fewest changed letters, when those are few.
    package static func to(_ text: String, among words: [String]) -> String? {
        let ranked = words.map { (word: $0, distance: distance(text.lowercased(), $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, text.count / 3) ? best.word : nil
    }

    /// How many letters have to be put in, taken out or replaced (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let letters = Array(other)
        var row = Array(0...letters.count)
        for (line, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in letters.indices {
                let replaced = diagonal + (letter == letters[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[letters.count]
    }
}
