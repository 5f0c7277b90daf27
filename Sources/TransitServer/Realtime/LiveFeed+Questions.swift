import TransitAPI
import TransitAnswers
import TransitBundle
import TransitModel
import TransitRealtime

@available(iOS 17, macOS 14, *)
extension LiveFeed {
    /// Throws an `APIFailure` for a page of a generation that is no longer kept.
    func state(
        of question: FeedQuestion, places: BoardPlaces
    ) throws(APIFailure) -> LiveView? {
        // Nearly all ask again about the generation of a moment ago.
        if let view = view(of: question.version),
            let shown = question.target.shown(in: view, of: question.version.name)
        {
            return view.showing(shown)
        }
        guard case .success(let asked) = question.target.question else { return nil }
        guard let key = BoardPlacesKey(asked, of: question.version) else {
            return try state(of: question, asked, asked.endpoint == .feed ? [] : nil)
        }
        guard let places = places.value(for: key) else { return nil }
        return try state(of: question, asked, places)
    }

    func known(
        _ question: FeedQuestion, over bundle: OpenBundle, places: BoardPlaces
    ) async throws -> LiveView? {
        let made = try await made(of: question.version, over: bundle)
        guard case .success(let asked) = question.target.question else { return nil }
        let hasPlaces = BoardPlacesKey(asked, of: question.version) != nil
        let found = try await self.places(
            of: asked, question.version, in: bundle.bundle, known: places)
        return try state(
            of: question, asked, hasPlaces || asked.endpoint == .feed ? found : nil, made: made)
    }

    func places(
        of question: Question, _ version: ServedVersion, in bundle: TransitBundle,
        known places: BoardPlaces
    ) async throws -> Set<StopID> {
        guard let key = BoardPlacesKey(question, of: version) else { return [] }
        if let known = places.value(for: key) { return known }
        let found = try await Self.stations(of: key, in: bundle)
        places.insert(found, weight: key.weight, for: key)
        return found
    }

    private static func stations(
        of key: BoardPlacesKey, in bundle: TransitBundle
    ) async throws -> Set<StopID> {
        var stops: [Stop] = []
        for id in key.stops {
            do {
                stops.append(try await bundle.stop(id: id.text))
            } catch TransitSourceError.notFound {
                continue
            }
        }
        return try await bundle.stations(of: stops)
    }

    /// - Parameter made: the generation to use if none is known any more, because its version has
    ///   been replaced since.
    private func state(
        of question: FeedQuestion, _ asked: Question, _ places: Set<StopID>?,
        made: LiveView? = nil
    ) throws(APIFailure) -> LiveView? {
        let version = question.version
        let kind = asked.liveKind
        if let number = PageCursor.generation(of: asked) {
            let view = try view(of: version, number: number, places: places)
            return view.showing(view.part(at: places, of: kind))
        }
        guard let view = view(of: version) ?? made else { return nil }
        let shown = view.part(at: places, of: kind)
        question.target.keep(shown, in: view, of: version.name)
        return view.showing(shown)
    }

    var seconds: Int {
        sources.map { Int($0.interval.components.seconds) }.min().map { max(1, $0) } ?? 60
    }
}
