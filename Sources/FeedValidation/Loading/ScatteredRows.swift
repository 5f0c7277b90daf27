/// Finds the trips or shapes whose rows are not next to each other.
struct ScatteredRows {
    private enum RowPlacement: UInt8 {
        case none
        case together
        case apart
    }

    /// By owner: how its rows are placed.
    private var placements: [RowPlacement] = []

    /// Notes rows of an owner.
    ///
    /// - Parameter follow: whether they follow the owner's last ones.
    /// - Returns: whether they are the owner's first rows that are apart from the others.
    mutating func take(_ owner: Int, follow: Bool) -> Bool {
        if placements.count <= owner {
            placements += repeatElement(.none, count: owner + 1 - placements.count)
        }
        switch placements[owner] {
        case .none:
            placements[owner] = .together
        case .together where !follow:
            placements[owner] = .apart
            return true
        case .together, .apart:
            break
        }
        return false
    }
}
