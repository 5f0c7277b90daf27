package enum ClosestWord {
    package static func to(_ text: String, among words: [String]) -> String? {
        nearest(text, among: words, count: 1).first
    }

    /// The nearest first; words with many changes are left out.
    package static func nearest(_ text: String, among words: [String], count: Int) -> [String] {
        let limit = max(2, text.count / 3)
        let wanted = Array(text.lowercased())
        let ranked = words.compactMap { word -> (word: String, distance: Int)? in
            let letters = Array(word.lowercased())
            guard abs(letters.count - wanted.count) <= limit else { return nil }
            let distance = distance(wanted, letters)
            // A word without any common letter is another word.
            return distance <= limit && distance < wanted.count ? (word, distance) : nil
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
            .prefix(count).map(\.word)
    }

    /// Letters inserted, removed or replaced (Levenshtein).
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in other.indices {
                let replaced = diagonal + (letter == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[other.count]
    }
}
