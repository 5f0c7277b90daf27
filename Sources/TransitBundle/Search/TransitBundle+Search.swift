public import TransitModel

extension TransitBundle {
    /// Finds stops as the user types.
    ///
    /// Every word must be the beginning of a word of the stop's name or code; order, case, accents,
    /// apostrophes and letters such as ł, ø and ß (`lodz`, `strasse`) do not matter. In writing
    /// without spaces it may be any part: 新橋 finds 東新橋. A text that is a stop's code or id,
    /// whatever its case, finds that stop first, then stops with exactly that name. The others are sorted by how many patterns serve them. A
    /// station stands for its platforms with the same name, and for its entrances and boarding
    /// areas. Any text is allowed; one without letters and digits finds nothing.
    ///
    /// - Parameters:
    ///   - text: as typed; words beyond the sixteenth are ignored.
    ///   - limit: how many stops at most.
    public func stops(matching text: String, limit: Int = 20) async throws -> [Stop] {
        let ranks = stopRanks
        let facts = facts
        return try await read { db in
            try StopSearch(db, facts, ranks.value { try StopRanks(db) })
                .stops(matching: text, limit: limit)
        }
    }

    /// Reads the ranks of stops for search, so that the first search is as fast as the next: this
    /// takes about a twentieth of a second for 30,000 stops. A search before that does it itself.
    public func prepareSearch() async throws {
        let ranks = stopRanks
        try await read { db in _ = try ranks.value { try StopRanks(db) } }
    }

    /// Finds routes as the user types, by their short and long names and ids.
    ///
    /// Words match as for stops. A route with exactly that name comes first, then names that begin
    /// with the text, "33" before "330", then the others, those with the most patterns first.
    public func routes(matching text: String, limit: Int = 20) async throws -> [Route] {
        try await read { db in try RouteSearch(db: db).routes(matching: text, limit: limit) }
    }
}
