/// The order of a feed's rows, where that of their keys differs: those of stops and routes are from
/// earlier feeds.
///
/// It is written as runs of rows whose keys follow each other: the place of the first in the list of
/// all keys, from 0 on, and how many there are.
///
///     keys of the rows     5 6 1 2 8
///     all keys             1 2 5 6 8
///     runs                 2,2,0,2,4,1
package enum KeyOrder {
    /// Nil when the keys, all different, rise.
    package static func runs(_ keys: [Int32]) -> String? {
        guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
        let sorted = keys.indices.sorted { keys[$0] < keys[$1] }
        var places = [Int](repeating: 0, count: keys.count)
        for (place, index) in sorted.enumerated() { places[index] = place }
        var runs: [Int] = []
        for (index, place) in places.enumerated() {
            if index > 0, places[index - 1] + 1 == place {
                runs[runs.count - 1] += 1
            } else {
                runs += [place, 1]
            }
        }
        return runs.map(String.init).joined(separator: ",")
    }

    /// Nil when the text is not runs of the keys, which rise.
    package static func order(_ keys: [Int64], by text: String) -> [Int64]? {
        let runs = text.split(separator: ",").map { Int($0) ?? -1 }
        guard runs.count.isMultiple(of: 2) else { return nil }
        var isUsed = [Bool](repeating: false, count: keys.count)
        var ordered: [Int64] = []
        for index in stride(from: 0, to: runs.count, by: 2) {
            let (first, count) = (runs[index], runs[index + 1])
            guard keys.indices ~= first, count > 0, count <= keys.count - first else { return nil }
            for place in first..<first + count {
                guard !isUsed[place] else { return nil }
                isUsed[place] = true
                ordered.append(keys[place])
            }
        }
        return ordered.count == keys.count ? ordered : nil
    }
}
