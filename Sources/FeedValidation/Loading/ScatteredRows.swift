struct ScatteredRows {
    private enum RowPlacement: UInt8 {
        case none
        case together
        case apart
    }

    private var placements: [RowPlacement] = []

    /// True for the owner's first rows that are apart from the others.
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
