package import FeedReading

/// The distinct distance lists of a feed, numbered from 1 on.
///
/// Feeds share one list among the trips of a pattern, or give every trip a list of its own. Memory
/// holds 40 bytes a list; the lists themselves lie in a scratch file once they pass four megabytes.
package final class DistanceStore {
    private var ledger = ListLedger()
    private let file: ScratchFile
    /// Where each list begins in the file; one more than there are lists.
    private var offsets = [0]
    /// Lists that one trip each has, against all that were asked for: tells the two kinds of feeds
    /// apart.
    private var requests = 0
    /// The values of the list asked for, as they were read: what tells lists apart.
    private var scratch: [DistanceList.Value] = []

    /// Until this many lists, a list is kept as exactly as the feed wrote it.
    private static let exactLists = 256

    init(directory: String) {
        file = ScratchFile(directory: directory, limit: 32_000_000_000)
    }

    package var count: Int { ledger.count }

    /// The number of the list; 0 when no row has a distance.
    func intern(_ rows: UnsafeBufferPointer<StopTimeRow>) throws(FeedError) -> Int32 {
        guard rows.contains(where: { !$0.distance.distance.isNaN }) else { return 0 }
        requests += 1
        scratch.removeAll(keepingCapacity: true)
        for row in rows { scratch.append(row.distance) }
        let (number, isNew) = scratch.withUnsafeBytes { ledger.number($0) }
        if isNew { try add(scratch) }
        return number
    }

    private func add(_ values: [DistanceList.Value]) throws(FeedError) {
        let everyTripHasItsOwn = count > Self.exactLists && count * 4 > requests
        guard let list = DistanceList(values, prefersCurve: everyTripHasItsOwn) else { return }
        var failure: FeedError?
        list.key.withUnsafeBytes { bytes in
            do throws(FeedError) { try file.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        offsets.append(file.count)
    }

    /// A list by its number, which is 1 or more.
    package func list(_ number: Int32) throws(FeedError) -> DistanceList {
        let start = offsets[Int(number) - 1]
        let end = offsets[Int(number)]
        var key = [UInt8](repeating: 0, count: end - start)
        var failure: FeedError?
        key.withUnsafeMutableBytes { buffer in
            do throws(FeedError) { try file.read(at: start, into: buffer) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return DistanceList(key: key)
    }
}
