/// The stops that a search shows, in their order.
///
/// Matches are marked by their rank and read off from the first rank on, so that a letter that
/// half of all stops have costs no sorting.
struct ListedStops {
    private let ranks: StopRanks
    private var isListed: [Bool]
    /// The stops in the order of the list.
    private(set) var sids: [Int64] = []

    init(_ ranks: StopRanks) {
        self.ranks = ranks
        isListed = [Bool](repeating: false, count: ranks.sids.count)
    }

    /// Adds matches behind those that are listed already, the most important first.
    ///
    /// - Parameters:
    ///   - limit: how many stops the list may have.
    ///   - asTheyAre: also lists platforms, entrances and nodes for which otherwise their station
    ///     stands.
    mutating func add(_ matches: [Int64], limit: Int, asTheyAre: Bool = false) {
        guard !matches.isEmpty, sids.count < limit else { return }
        var isFound = [Bool](repeating: false, count: isListed.count)
        for sid in matches {
            guard let place = ranks.place(of: sid),
                let rank = (asTheyAre ? place.rank : place.shownRank).map(Int.init),
                !isListed[rank]
            else { continue }
            isFound[rank] = true
        }
        var rank = 0
        while sids.count < limit, let next = isFound[rank...].firstIndex(of: true) {
            sids.append(ranks.sids[next])
            isListed[next] = true
            rank = next + 1
        }
    }
}
