import ArgumentParser
import BundleStatistics
import GTFSSchedule
import SystemLayer

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count the service of a bundle: runs, hours, kilometers, headways.",
        discussion: """
            Shows the runs of every day and, for one day or week, the runs, hours, kilometers and \
            spans of modes and routes, the headways of their directions from 07:00 to 19:00 and \
            the stops with the most departures. Without --date or --week, that is the first of the \
            days with the most runs. Runs belong to their service day, even after midnight; a trip \
            of frequencies.txt has a run for each of its starts.
            """)

    @Option("The figures of this day.", value: "yyyy-mm-dd")
    var date: ServiceDateArgument?

    @Option("The figures from Monday to Sunday of the week with this day.", value: "yyyy-mm-dd")
    var week: ServiceDateArgument?

    @Option("How many routes and stops the text shows; 10.", value: "number")
    var top: LimitArgument?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "Print a table as CSV: days, modes, routes, directions, or stops.")
    var csv: Table?

    @Argument(help: "The bundle.")
    var bundle: String

    enum Table: String, ExpressibleByArgument, CaseIterable {
        case days, modes, routes, directions, stops
    }

    func validate() throws {
        if date != nil, week != nil { throw ValidationError("choose one of --date and --week") }
        if json, csv != nil { throw ValidationError("choose one of --json and --csv") }
    }

    func run() throws {
        let statistics = try ServiceStatistics(path: bundle, choice)
        if json {
            try StandardOutput.write(data: JSONText.pretty(statistics) + "\n")
        } else if let csv {
            try statistics.writeCSV(csv)
        } else {
            try StandardOutput.write(statistics.text(top: top?.count ?? 10))
        }
    }

    private var choice: ServiceStatistics.Choice {
        if let date { return .day(date.date) }
        if let week { return .week(week.date) }
        return .busiestDay
    }
}

extension ServiceStatistics {
    fileprivate func writeCSV(_ table: Stats.Table) throws {
        let headways: Set<ServiceFigures.CodingKeys> = [
            .minHeadway, .medianHeadway, .meanHeadway, .maxHeadway,
        ]
        func write(_ rows: [some Encodable], _ columns: [String]) throws {
            try CSVTable(columns: columns).write(rows) { JSONText.line($0).utf8 }
        }
        func figures(
            _ rows: [ServiceFigures], without others: Set<ServiceFigures.CodingKeys>
        ) throws {
            let keys = ServiceFigures.CodingKeys.allCases.filter { !others.contains($0) }
            try write(rows, keys.map(\.rawValue))
        }
        switch table {
        case .days: try write(days, ["date", "trips", "runs", "departures"])
        case .modes:
            try figures(
                modes,
                without: headways.union([
                    .routeID, .routeShortName, .routeLongName, .directionID,
                ]))
        case .routes: try figures(routes, without: headways.union([.directionID, .routes]))
        case .directions: try figures(directions, without: [.routes])
        case .stops: try write(stops, Stop.CodingKeys.allCases.map(\.rawValue))
        }
    }
}
