import SQLiteLayer

/// Fills an R-tree of SQLite with all its rows at once.
///
/// Inserting rows one by one costs more than all other inserts of a bundle together, and leaves
/// nodes two thirds full. Here the boxes are laid out in tiles (sort-tile-recursive), nodes are
/// full, and the tables behind the virtual one are written as SQLite's rtree.c documents them:
///
///     name_node    nodeno, data: | depth 2, root only | cells 2 | id 8, four coordinates 4 each | ...
///     name_parent  nodeno, parentnode
///     name_rowid   rowid, nodeno of the leaf
struct PackedRTree {
    /// The smallest and largest value in each of two dimensions.
    private struct Entry {
        /// The row; above the leaves, the place of a node in the layer below.
        var id: Int64
        var box: (Float, Float, Float, Float)

        var first: Double { Double(box.0) + Double(box.1) }
        var second: Double { Double(box.2) + Double(box.3) }
    }

    private static let headSize = 4
    private static let entrySize = 24

    private let name: String
    private let nodeSize: Int
    /// From the leaves up to the root.
    private var layers: [[[Entry]]] = []

    /// The query gives an id and the four values of a box.
    static func run(_ insert: String, _ connection: Connection) throws {
        guard let query = insert.firstRange(of: "SELECT ") else {
            throw BundleError.internalFailure(reason: "no query in: \(insert)")
        }
        let name = insert.split { $0 == " " || $0 == "\n" }[2]
        try PackedRTree(String(name), rows: String(insert[query.lowerBound...]), connection)?
            .write(connection)
    }

    private init?(_ name: String, rows query: String, _ connection: Connection) throws {
        self.name = name
        nodeSize =
            try connection.integer("SELECT length(data) FROM \(name)_node WHERE nodeno = 1") ?? 0
        let capacity = (nodeSize - Self.headSize) / Self.entrySize
        guard capacity > 1 else {
            throw BundleError.internalFailure(reason: "\(name) has no root")
        }
        var entries: [Entry] = []
        let rows = try Statement(connection, query)
        while try rows.next() {
            // The box holds the place, though it has fewer digits.
            func low(_ column: Int) -> Float {
                let exact = rows.row.real(column) ?? 0
                return Double(Float(exact)) > exact ? Float(exact).nextDown : Float(exact)
            }
            func high(_ column: Int) -> Float {
                let exact = rows.row.real(column) ?? 0
                return Double(Float(exact)) < exact ? Float(exact).nextUp : Float(exact)
            }
            entries.append(
                Entry(id: rows.row.int64(0) ?? 0, box: (low(1), high(2), low(3), high(4))))
        }
        guard !entries.isEmpty else { return nil }
        repeat {
            let nodes = Self.tiles(entries, of: capacity)
            layers.append(nodes)
            entries = nodes.enumerated().map { Self.parent(of: $1, at: $0) }
        } while entries.count > 1
    }

    /// Strips along the first dimension, cut along the second.
    private static func tiles(_ entries: [Entry], of capacity: Int) -> [[Entry]] {
        let tiles = (entries.count + capacity - 1) / capacity
        let strips = Int(Double(tiles).squareRoot().rounded(.up))
        let stripSize = (tiles + strips - 1) / strips * capacity
        let sorted = entries.sorted { ($0.first, $0.second, $0.id) < ($1.first, $1.second, $1.id) }
        return stride(from: 0, to: sorted.count, by: stripSize).flatMap { start in
            let strip = sorted[start..<min(start + stripSize, sorted.count)].sorted {
                ($0.second, $0.first, $0.id) < ($1.second, $1.first, $1.id)
            }
            return stride(from: 0, to: strip.count, by: capacity).map {
                Array(strip[$0..<min($0 + capacity, strip.count)])
            }
        }
    }

    private static func parent(of entries: [Entry], at place: Int) -> Entry {
        var box = entries[0].box
        for entry in entries {
            box = (
                min(box.0, entry.box.0), max(box.1, entry.box.1), min(box.2, entry.box.2),
                max(box.3, entry.box.3)
            )
        }
        return Entry(id: Int64(place), box: box)
    }

    private func write(_ connection: Connection) throws {
        let node = try Statement(
            connection, "INSERT OR REPLACE INTO \(name)_node (nodeno, data) VALUES (?, ?)")
        let parent = try Statement(
            connection, "INSERT INTO \(name)_parent (nodeno, parentnode) VALUES (?, ?)")
        let leaf = try Statement(
            connection, "INSERT INTO \(name)_rowid (rowid, nodeno) VALUES (?, ?)")
        // The root is node 1; the layers follow downwards.
        var number: Int64 = 1
        var leaves: [(id: Int64, node: Int64)] = []
        for (height, nodes) in layers.enumerated().reversed() {
            let below = number + Int64(nodes.count)
            for entries in nodes {
                let depth = number == 1 ? height : 0
                let data = data(entries, depth: depth, numbersFrom: height == 0 ? 0 : below)
                try data.withUnsafeBytes { bytes in
                    try node.run(number, SQLBytes.blob(bytes))
                }
                for entry in entries {
                    guard height > 0 else {
                        leaves.append((entry.id, number))
                        continue
                    }
                    try parent.run(below + entry.id, number)
                }
                number += 1
            }
        }
        for (id, number) in leaves.sorted(by: { $0.id < $1.id }) {
            try leaf.run(id, number)
        }
    }

    /// Big-endian.
    private func data(_ entries: [Entry], depth: Int, numbersFrom start: Int64) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(nodeSize)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
        }
        append(UInt16(depth))
        append(UInt16(entries.count))
        for entry in entries {
            append(entry.id + start)
            append(entry.box.0.bitPattern)
            append(entry.box.1.bitPattern)
            append(entry.box.2.bitPattern)
            append(entry.box.3.bitPattern)
        }
        data.append(contentsOf: repeatElement(0, count: nodeSize - data.count))
        return data
    }
}
