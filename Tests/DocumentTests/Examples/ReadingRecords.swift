import FeedReading

/// How many cells each record of a file has, after the line on which it ends.
func cellCounts(of source: any ByteSource) throws -> [Int: Int] {
    var counts: [Int: Int] = [:]
    let reader = try CSVReader(source)
    while try reader.next() {
        counts[reader.row] = reader.count
    }
    return counts
}
