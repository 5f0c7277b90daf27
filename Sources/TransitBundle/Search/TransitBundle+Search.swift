import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Finds stops as the user types.
    ///
    /// Every word must be the beginning of a word of the stop's name or code; order, case, accents,
    /// apostrophes and letters such as ł, ø and ß (`lodz`, `strasse`) do not matter. In writing
    /// without spaces it may be any part: 新橋 finds 東新橋. A text that is a stop's code or id, in any
    /// case, finds that stop first, then stops with exactly that name. The others are sorted by how
    /// many patterns serve them. A station represents its platforms of the same name, and its
    /// entrances and boarding areas. Any text is allowed; one without letters and digits finds
    /// nothing. Names are those that the feed publishes; in the answers of `speaking(_:)`, also
    /// those in the language.
    ///
    /// ```swift
    /// let found = try await bundle.stops(matching: "orl caf", limit: 5)
    /// let names = found.map(\.stopName)  // ["Café Orléans, Crow's Rest"]
    /// ```
    ///
    /// - Parameters:
    ///   - text: the text as typed; words beyond the sixteenth are ignored.
    ///   - limit: the maximum number of stops.
    public func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await stops(matching: text, limit: limit, speaking: .none)
    }

    func stops(
        matching text: String, limit: Int, speaking languages: LanguageRanks
    ) async throws -> [Stop] {
        try await search(languages) { try $0.stops(matching: text, limit: limit) }
    }

    /// The number of stops that ``stops(matching:limit:)`` finds without a limit.
    package func stopCount(
        matching text: String, speaking languages: LanguageRanks
    ) async throws -> Int {
        try await search(languages) { try $0.sids(matching: text, limit: .max).count }
    }

    private func search<Value: Sendable>(
        _ languages: LanguageRanks, _ found: @escaping @Sendable (StopSearch) throws -> Value
    ) async throws -> Value {
        let ranks = stopRanks
        let facts = facts
        return try await question { db in
            try found(
                StopSearch(
                    db, facts: facts, ranks: ranks.value { try StopRanks(db) },
                    spoken: try SpokenNames(languages, in: db, facts: facts)))
        }
    }

    /// Reads the ranks of stops for search, so that the first search is as fast as later ones: this
    /// takes about a twentieth of a second for 30,000 stops. Without it, the first search does the
    /// same.
    public func prepareSearch() async throws {
        try await prepareSearch(speaking: .none)
    }

    func prepareSearch(speaking languages: LanguageRanks) async throws {
        let ranks = stopRanks
        let facts = facts
        try await question { db in
            _ = try ranks.value { try StopRanks(db) }
            _ = try SpokenNames(languages, in: db, facts: facts)
        }
    }

    /// Finds routes as the user types, by their short and long names and ids.
    ///
    /// Words match as for stops. A route with exactly that name comes first, then names that begin
    /// with the text, "33" before "330", then the others, those with the most patterns first.
    ///
    /// ```swift
    /// let found = try await bundle.routes(matching: "south beach")
    /// let names = found.map(\.name)  // ["333", "N90"]
    /// ```
    public func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await routes(matching: text, limit: limit, speaking: .none)
    }

    func routes(
        matching text: String, limit: Int, speaking languages: LanguageRanks
    ) async throws -> [Route] {
        let facts = facts
        return try await question { db in
            try RouteSearch(db: db, spoken: try SpokenNames(languages, in: db, facts: facts))
                .routes(matching: text, limit: limit)
        }
    }
}

struct SpokenNames: Sendable {
    let ranks: LanguageRanks
    let names: TranslatedNames

    /// Nil when the feed has no names in the language.
    init?(_ ranks: LanguageRanks, in db: Database, facts: BundleFacts) throws {
        guard !ranks.isEmpty else { return nil }
        self.ranks = ranks
        names = try facts.translatedNames.value(for: ranks) {
            try TranslatedNames(db, ranks: ranks)
        }
    }
}
