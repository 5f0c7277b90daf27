package import FeedCompiling

/// A column of texts that many rows share, as numbers.
package struct TextColumn {
    /// The distinct texts. Columns whose values mean the same may share them. The first is empty.
    package let texts: IDTable
    /// By row: the number of the text; -1 when blank.
    private var numbers: [Int32] = []

    /// - Parameter texts: nil when no other column shares them.
    init(sharing texts: IDTable? = nil) {
        self.texts = texts ?? IDTable()
        _ = self.texts.intern("")
    }

    /// The number of rows.
    var count: Int { numbers.count }

    mutating func append(_ text: String?) {
        numbers.append(text.map { Int32(texts.intern($0).index) } ?? -1)
    }

    /// The number of a row's text in `texts`; nil when blank.
    @inline(__always)
    package func number(_ row: Int) -> Int? {
        numbers[row] < 0 ? nil : Int(numbers[row])
    }

    /// A row's text; nil when blank.
    package subscript(row: Int) -> String? { number(row).map { texts.string($0) } }
}
