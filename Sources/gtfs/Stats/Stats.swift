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

    @Option("The figures from this day on.", value: "yyyy-mm-dd")
    var from: ServiceDateArgument?

    @Option("The figures until this day.", value: "yyyy-mm-dd")
    var to: ServiceDateArgument?

    @Option(
        "With --csv and --date: the values of this day beside those of --date.",
        value: "yyyy-mm-dd")
    var beside: ServiceDateArgument?

    @Option("How many routes and stops the text shows; 10.", value: "number")
    var top: LimitArgument?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: """
            Print a table as CSV: days, modes, routes, directions, or stops, of all days together; \
            \(ServiceTable.allCases.map(\.rawValue).joined(separator: ", ")), of each day.
            """,
        transform: Table.read)
    var csv: Table?

    @Argument(help: "The bundle.")
    var bundle: String

    enum Table: FormedArgument {
        case list(List)
        case ofDays(ServiceTable)

        enum List: String, CaseIterable {
            case days, modes, routes, directions, stops
        }

        static let form =
            "one of "
            + (List.allCases.map(\.rawValue) + ServiceTable.allCases.map(\.rawValue))
            .joined(separator: ", ")

        init?(argument: String) {
            if let list = List(rawValue: argument) {
                self = .list(list)
            } else if let table = ServiceTable(rawValue: argument) {
                self = .ofDays(table)
            } else {
                return nil
            }
        }
    }

    func validate() throws {
        let isRange = from != nil || to != nil
        guard [date != nil, week != nil, isRange].count(where: { $0 }) < 2 else {
            throw ValidationError("choose one of --date, --week, and --from with --to")
        }
        if let from, let to, to.date < from.date {
            throw ValidationError("--to: is before --from")
        }
        if json, csv != nil { throw ValidationError("choose one of --json and --csv") }
        if let beside {
            guard case .ofDays? = csv, let date else {
                throw ValidationError(
                    "--beside needs --date, and --csv with a table of each day, such as route-days")
            }
            if beside.date == date.date { throw ValidationError("--beside: is also --date") }
        }
    }

    func run() throws {
        if case .ofDays(let table)? = csv { return try write(table) }
        let statistics = try ServiceStatistics(path: bundle, choice)
        if json {
            try StandardOutput.write(data: JSONText.pretty(statistics) + "\n")
        } else if case .list(let list)? = csv {
            try statistics.writeCSV(list)
        } else {
            try StandardOutput.write(statistics.text(top: top?.count ?? 10))
        }
    }

    private func write(_ table: ServiceTable) throws {
        let tables = try ServiceTables(path: bundle)
        if let date, let beside {
            try CSVTable(columns: tables.columns(table, of: date.date, beside: beside.date))
                .writeRows { row in
                    try tables.read(table, of: date.date, beside: beside.date, row: row)
                }
        } else {
            try CSVTable(columns: tables.columns(table)).writeRows { row in
                try tables.read(table, choice, row: row)
            }
        }
    }

    private var choice: ServiceStatistics.Choice {
        if let date { return .day(date.date) }
        if let week { return .week(week.date) }
        if from != nil || to != nil { return .range(from: from?.date, to: to?.date) }
        return .busiestDay
    }
}

extension ServiceStatistics {
    fileprivate func writeCSV(_ table: Stats.Table.List) throws {
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
