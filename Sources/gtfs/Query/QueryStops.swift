import ArgumentParser
import TransitBundle

/// `gtfs query stops TEXT`.
struct QueryStops: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stops",
        abstract: "Search stops by name, code or id, as somebody types.")

    @Argument(help: "Words or beginnings of words, in any order.")
    var text: TextArgument

    @Option(help: "How many stops at most (default: 20).", transform: LimitArgument.read)
    var limit: LimitArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [text, limit] bundle in
            let stops = try await bundle.stops(matching: text.text, limit: limit?.count ?? 20)
            return QueryAnswer(
                stops, columns: StopColumns.names, table: StopColumns.table(stops),
                none: "no stop matches \(text.text)")
        }
    }
}
