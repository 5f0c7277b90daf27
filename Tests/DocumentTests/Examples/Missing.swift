import TransitModel

/// The name of a route; nil when the timetable does not have it any more.
func routeName(_ id: String, in source: any TransitSource) async throws -> String? {
    do {
        return try await source.route(id: id).name
    } catch TransitSourceError.notFound {
        return nil
    }
}
