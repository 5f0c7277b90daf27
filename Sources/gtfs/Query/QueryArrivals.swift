import ArgumentParser
import TransitBundle

struct QueryArrivals: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrivals",
        abstract: "Arrivals at a stop, or at any platform of a station.")

    @OptionGroup var events: EventOptions

    func run() throws { try events.answer(.arrival) }
}
