import FeedCompiling

extension CallColumns {
    /// Calls `body` with every call that fills a column of on-demand service, and its row.
    package func forEachExtra(_ body: (CallExtra, Int) -> Void) {
        guard extras.count > 1 else { return }
        /// By list of calls: the positions with extras.
        var positions: [Int32: [Int]] = [:]
        for (trip, list) in callList.enumerated() where list >= 0 {
            let calls = self.calls(trip)
            let found =
                positions[list] ?? calls.indices.filter { calls[$0].extra > 0 }
            positions[list] = found
            for position in found {
                body(extras[Int(calls[position].extra)], row(trip, position))
            }
        }
    }

    /// Whether a call without a stop has what `isWanted` looks for.
    package func hasCallWithoutStop(where isWanted: (CallExtra) -> Bool) -> Bool {
        guard extras.contains(where: isWanted) else { return false }
        return (0..<callLists.count).contains { list in
            callLists[list].bindMemory(to: Call.self).contains {
                $0.stop < 0 && $0.extra > 0 && isWanted(extras[Int($0.extra)])
            }
        }
    }
}
