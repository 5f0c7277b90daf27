import FeedReading

/// The content of a table of extensions, while a feed is compiled.
///
/// Rows of a file usually repeat few combinations of values, so each combination is kept once and
/// rows have its number: 0 for a row without values. Files that the reference does not know go to
/// the bundle row by row, and use nothing of this but ``rows``.
///
/// One thread uses it at a time.
package final class ExtensionContent {
    package struct Entry: BitwiseCopyable {
        package let key: Int64
        package let value: Int32
    }

    package let table: PackedExtension
    package var rows = 0
    /// The combination of each row of a small file, by the key of the row in the bundle, or of each
    /// trip, by its number.
    package private(set) var entries: [Entry] = []
    package let lists = StopLists()
    private var listOfOwner: [Int32] = []
    private var filledOfOwner: [Int32] = []
    /// Where the combination changes, by row of `shapes.txt`.
    private var changes: [(row: Int32, value: Int32)] = []

    let places: [Int]
    private let combinations = IDTable()
    private var scratch: [UInt8] = []

    init(_ table: PackedExtension) {
        self.table = table
        places = table.columns.map { $0.place - 1 }
    }

    /// The number plus one of the combination; 0 when its cells are blank.
    func value(_ cells: RowCells) -> Int32 {
        guard places.contains(where: { !cells[$0].isEmpty }) else { return 0 }
        scratch.removeAll(keepingCapacity: true)
        for place in places {
            let cell = cells[place]
            withUnsafeBytes(of: UInt32(cell.count)) { scratch.append(contentsOf: $0) }
            scratch.append(contentsOf: cell)
        }
        return scratch.withUnsafeBytes { Int32(combinations.intern($0).index) + 1 }
    }

    package func forEachCell(
        of value: Int32, _ body: (Int, UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        guard value > 0 else { return }
        let bytes = combinations[Int(value) - 1]
        var offset = 0
        for place in places.indices {
            let count = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            offset += 4
            try body(place, UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
            offset += count
        }
    }

    func append(key: Int64, _ cells: RowCells) {
        entries.append(Entry(key: key, value: value(cells)))
    }

    /// Rows come in the order of the file.
    func note(row: Int32, _ cells: RowCells) {
        let value = value(cells)
        if value != changes.last?.value ?? 0 { changes.append((row, value)) }
    }

    func value(ofRow row: Int32) -> Int32 {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : changes[low - 1].value
    }

    /// `rows` come in the order of their sequences. A list made before is replaced.
    func setList(of owner: Int, _ rows: some Sequence<(sequence: Int32, value: Int32)>) {
        var entries: [StopLists.Entry] = []
        var filled: Int32 = 0
        var last: Int32 = 0
        for row in rows {
            if row.value != last {
                entries.append(StopLists.Entry(position: row.sequence, value: row.value))
            }
            last = row.value
            if row.value != 0 { filled += 1 }
        }
        if listOfOwner.count <= owner {
            let missing = owner + 1 - listOfOwner.count
            listOfOwner += repeatElement(0, count: missing)
            filledOfOwner += repeatElement(0, count: missing)
        }
        listOfOwner[owner] = lists.intern(entries)
        filledOfOwner[owner] = filled
    }

    /// The number plus one of a trip's or shape's list, 0 when it has none, and how many of its rows
    /// have values.
    package func list(of owner: Int) -> (number: Int32, filled: Int) {
        owner < listOfOwner.count ? (listOfOwner[owner], Int(filledOfOwner[owner])) : (0, 0)
    }
}
