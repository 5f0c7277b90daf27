import TransitModel

/// The favorites of a start screen: their stops, the questions to the rider, and what to save.
func favorites(
    _ saved: [FavoriteStop], in source: any TransitSource
) async throws -> (stops: [Stop], questions: [[Stop]], saved: [FavoriteStop]) {
    var stops: [Stop] = []
    var questions: [[Stop]] = []
    var kept: [FavoriteStop] = []
    for favorite in saved {
        switch try await favorite.resolve(in: source) {
        case .found(let stop, .key):
            stops.append(stop)
            kept.append(favorite)
        case .found(let stop, _):
            stops.append(stop)
            kept.append(try await favorite.refreshed(as: stop, in: source))
        case .uncertain(let candidates):
            questions.append(candidates.map(\.stop))
            kept.append(favorite)
        case .missing:
            // It may come back: a feed that is cut short tonight is whole again tomorrow.
            kept.append(favorite)
        }
    }
    return (stops, questions, kept)
}
