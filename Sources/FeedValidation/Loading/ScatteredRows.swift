/// Finds the trips or shapes whose rows are not next to each other.
struct ScatteredRows {
    private enum Sight: UInt8 {
        case none
        case together
        case apart
    }

    /// By owner: what was seen of its rows.
    private var sights: [Sight] = []

    /// Notes rows of an owner.
    ///
    /// - Parameter follow: whether they follow the owner's last ones.
    /// - Returns: whether they are the owner's first rows that stand apart.
    mutating func take(_ owner: Int, follow: Bool) -> Bool {
        if sights.count <= owner {
            sights += repeatElement(.none, count: owner + 1 - sights.count)
        }
        switch sights[owner] {
        case .none:
            sights[owner] = .together
        case .together where !follow:
            sights[owner] = .apart
            return true
        case .together, .apart:
            break
        }
        return false
    }
}
