import ArgumentParser
import TransitBundle

struct QueryArrivals: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrivals",
        abstract: "Arrivals at a stop, or at any platform of a station.",
        discussion: """
            The JSON is that of departures, with arrival and drop_off_type for departure and \
            pickup_type.
            """)

    @OptionGroup var events: EventOptions

    func run() throws { try events.answer(.arrival) }
}
