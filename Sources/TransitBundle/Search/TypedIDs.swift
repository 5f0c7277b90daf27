import SQLiteLayer

/// The index of ids is in the order of their bytes. From each id that it has at or after the least
/// spelling of the text, the search continues at the next spelling after that id: a few lookups,
/// where comparing all ids would take milliseconds.
struct TypedIDs {
    private let db: Database
    private let next: String

    init(_ db: Database, table: String, id: String, key: String) {
        self.db = db
        next = "SELECT \(key), \(id) FROM \(table) WHERE \(id) >= ? ORDER BY \(id) LIMIT 1"
    }

    /// Ids in many mixtures of cases take so many lookups.
    private static let most = 200

    func keys(of text: String) throws -> (exact: [Int64], inOtherCase: [Int64]) {
        var found: (exact: [Int64], inOtherCase: [Int64]) = ([], [])
        let letters = text.unicodeScalars.map(Self.cases)
        var spelling: String? = Self.text(letters.compactMap(\.first))
        for _ in 0..<Self.most {
            guard let start = spelling else { break }
            let row = try db.readAll(next, arguments: [start]) { row in
                row.key(0).flatMap { key in row.text(1).map { (key: key, id: $0) } }
            }.first
            guard let row else { break }
            let id = Array(row.id.unicodeScalars)
            if id.count == letters.count, zip(letters, id).allSatisfy({ $0.contains($1) }) {
                if row.id.utf8.elementsEqual(text.utf8) {
                    found.exact.append(row.key)
                } else {
                    found.inOtherCase.append(row.key)
                }
            }
            spelling = Self.spelling(of: letters, after: id)
        }
        return found
    }

    private static func cases(_ letter: Unicode.Scalar) -> [Unicode.Scalar] {
        let properties = letter.properties
        let others = [properties.uppercaseMapping, properties.lowercaseMapping].compactMap {
            $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first : nil
        }
        return Set(others + [letter]).sorted()
    }

    private static func spelling(
        of letters: [[Unicode.Scalar]], after id: [Unicode.Scalar]
    ) -> String? {
        let same = zip(letters, id).prefix { $0.contains($1) }.count
        if same == id.count, same < letters.count {
            return text(id + letters[same...].compactMap(\.first))
        }
        for place in (0...same).reversed() where place < letters.count && place < id.count {
            if let larger = letters[place].first(where: { $0 > id[place] }) {
                return text(id[..<place] + [larger] + letters[(place + 1)...].compactMap(\.first))
            }
        }
        return nil
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
