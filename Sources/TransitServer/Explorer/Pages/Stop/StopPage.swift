import GTFSSchedule
import TransitAPI
import WebPages

/// A stop or station: its board, and everything that the feed says about it.
@available(iOS 17, macOS 14, *)
struct StopPage {
    private let context: ExplorerContext
    private let id: String

    init(_ context: ExplorerContext, id: String) {
        self.context = context
        self.id = id
    }

    func page() async throws -> ExplorerPage {
        let details = try await context.ask(.stop, id: id, as: StopDetailsDTO.self).data
        let texts = context.texts
        let facts = StopFacts(context, details)
        let routes: HTML? =
            details.routes.isEmpty
            ? nil
            : """
            <h2 class="unseen">\(texts("stop.routes"))</h2>
            \(context.badges(details.routes, id: "stop-routes"))
            """
        return ExplorerPage(
            title: context.name(of: details.stop),
            body: """
                \(facts.headline)
                \(routes)
                \(try await StopBoard(context, details).section())
                \(facts.section)
                \(try await FlexibleServices(context).section(details.flexibleAccess, on: day))
                \(try await StationParts(context, details).sections())
                \(try context.noticesAbout(stop: details.stop.stopID))
                """,
            map: map(details))
    }

    /// The day of the board.
    private var day: ServiceDate {
        let digits = context.target.value("at").map { $0.prefix(10).filter { $0 != "-" } }
        return digits.flatMap { ServiceDate(cellText: $0) } ?? context.today
    }

    /// The stop, and what belongs to it.
    private func map(_ details: StopDetailsDTO) -> MapContent {
        let parts = details.platforms + details.entrances + details.boardingAreas
        let around = [details.station].compactMap { $0 } + parts
        return MapContent(
            marks: [context.mark(details.stop, isHere: true)].compactMap { $0 }
                + around.filter { $0.stopID != details.stop.stopID }.compactMap {
                    context.mark($0)
                })
    }
}
