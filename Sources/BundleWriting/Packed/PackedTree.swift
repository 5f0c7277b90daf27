/// Fills a table or an index of SQLite with all its rows at once, in the order of their keys.
///
/// SQL takes a microsecond per row, mostly for work that repeats with every row and for sorting
/// rows that are already in order. Here pages are filled one after the other, as SQLite's
/// documentation of its file format describes them:
///
///     page  | head: kind 1, free 2, cells 2, where they begin 2, unused 1, last child 4 (above leaves)
///           | where each cell is, 2 bytes each ...                          ... cells, from the end |
///     cell  | child 4 (above leaves) | size of the record | rowid (tables) | record | overflow 4 |
///
/// The table or index already exists, without rows: its root keeps its page, all others are new.
struct PackedTree: ~Copyable {
    enum Kind {
        /// Rows are in the leaves; the pages above have only rowids to find them by.
        case table
        /// Every record is in one page, a leaf or one above.
        case index
    }

    private struct Child {
        let page: UInt32
        /// The place in `borders` of what comes between this page and the next: a rowid of a table,
        /// a record of an index.
        var border: Range<Int>
    }

    private let kind: Kind
    private let root: UInt32
    private var leaf: PackedPage
    private var lastRowID: Int64 = 0
    private var children: [Child] = []
    private var borders: [UInt8] = []

    init(_ kind: Kind, root: UInt32) {
        self.kind = kind
        self.root = root
        leaf = PackedPage(kind == .table ? .tableLeaf : .indexLeaf)
    }

    /// The rowid, or the record of an index, must come after all added before.
    mutating func add(
        _ record: borrowing PackedRecord, rowID: Int64 = 0, _ pages: inout PackedPages
    ) throws {
        try record.withBytes { try add($0, rowID: rowID, &pages) }
    }

    private mutating func add(
        _ record: UnsafeRawBufferPointer, rowID: Int64, _ pages: inout PackedPages
    ) throws {
        let local = Self.localSize(record.count, kind)
        let isSplit = local < record.count
        let size =
            PackedNumber.size(UInt64(record.count))
            + (kind == .table ? PackedNumber.size(UInt64(bitPattern: rowID)) : 0) + local
            + (isSplit ? 4 : 0)
        if !leaf.hasRoom(for: size) { try finishLeaf(&pages) }
        let rest = UnsafeRawBufferPointer(rebasing: record[local...])
        let overflow = isSplit ? try Self.append(overflow: rest, &pages) : 0
        var place = leaf.addCell(size)
        place += PackedNumber.write(UInt64(record.count), to: place)
        if kind == .table {
            place += PackedNumber.write(UInt64(bitPattern: rowID), to: place)
        }
        if let base = record.baseAddress { place.copyMemory(from: base, byteCount: local) }
        if isSplit {
            (place + local).storeBytes(of: overflow.bigEndian, as: UInt32.self)
        }
        lastRowID = rowID
    }

    consuming func finish(_ pages: inout PackedPages) throws {
        guard !children.isEmpty else { return try pages.replace(root, by: leaf) }
        children.append(Child(page: try pages.append(leaf), border: 0..<0))
        while true {
            let groups = groups()
            if groups.count == 1 {
                return try pages.replace(root, by: inner(children[...]))
            }
            var above: [Child] = []
            for group in groups {
                above.append(
                    Child(
                        page: try pages.append(inner(children[group])),
                        border: children[group.upperBound - 1].border))
            }
            children = above
        }
    }

    /// The other bytes are in overflow pages.
    static func localSize(_ count: Int, _ kind: Kind) -> Int {
        let most = kind == .table ? PackedPages.size - 35 : (PackedPages.size - 12) * 64 / 255 - 23
        if count <= most { return count }
        let least = (PackedPages.size - 12) * 32 / 255 - 23
        let full = least + (count - least) % (PackedPages.size - 4)
        return full <= most ? full : least
    }

    // MARK: Leaves

    private mutating func finishLeaf(_ pages: inout PackedPages) throws {
        let start = borders.count
        switch kind {
        case .table:
            withUnsafeTemporaryAllocation(byteCount: PackedNumber.longest, alignment: 1) { bytes in
                guard let base = bytes.baseAddress else { return }
                let size = PackedNumber.write(UInt64(bitPattern: lastRowID), to: base)
                borders.append(contentsOf: bytes.prefix(size))
            }
        case .index: leaf.takeLastCell(into: &borders)
        }
        children.append(
            Child(page: try pages.append(leaf), border: start..<borders.count))
        leaf.clear()
    }

    private static func append(
        overflow: UnsafeRawBufferPointer, _ pages: inout PackedPages
    ) throws -> UInt32 {
        let size = PackedPages.size - 4
        let count = (overflow.count + size - 1) / size
        let numbers = pages.nextNumbers(count)
        for index in 0..<count {
            let part = overflow[(index * size)..<min((index + 1) * size, overflow.count)]
            let next = index + 1 < count ? numbers[index + 1] : 0
            var page: [UInt8] = []
            page.reserveCapacity(PackedPages.size)
            withUnsafeBytes(of: next.bigEndian) { page.append(contentsOf: $0) }
            page.append(contentsOf: part)
            _ = try page.withUnsafeBytes { try pages.append($0) }
        }
        return numbers[0]
    }

    // MARK: Above the leaves

    /// As many as fit, but never a single one.
    private func groups() -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        while start < children.count {
            var room = PackedPage.room(.tableInner)
            var last = start
            while last + 1 < children.count {
                let size = 2 + 4 + children[last].border.count
                guard size <= room else { break }
                room -= size
                last += 1
            }
            if last + 2 == children.count { last -= 1 }
            groups.append(start..<last + 1)
            start = last + 1
        }
        return groups
    }

    private func inner(_ children: ArraySlice<Child>) -> PackedPage {
        var page = PackedPage(kind == .table ? .tableInner : .indexInner)
        for child in children.dropLast() {
            let place = page.addCell(4 + child.border.count)
            place.storeBytes(of: child.page.bigEndian, as: UInt32.self)
            borders.withUnsafeBytes { borders in
                guard let base = borders.baseAddress else { return }
                (place + 4).copyMemory(
                    from: base + child.border.lowerBound, byteCount: child.border.count)
            }
        }
        page.setLastChild(children.last?.page ?? 0)
        return page
    }
}
