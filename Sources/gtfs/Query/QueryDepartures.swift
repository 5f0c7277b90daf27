import ArgumentParser
import TransitBundle

struct QueryDepartures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "departures",
        abstract: "Departures from a stop, or from any platform of a station.")

    @OptionGroup var events: EventOptions

    func run() throws { try events.answer(.departure) }
}
