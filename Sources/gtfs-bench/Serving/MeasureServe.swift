import ArgumentParser
import Foundation
import GTFSSchedule
import SQLiteLayer
import TransitBundle

/// `gtfs-bench serve`: the cost of answering for `gtfs-serve`, beside nginx with files of the same
/// bytes.
struct MeasureServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Measures gtfs-serve beside nginx, with wrk.",
        discussion: """
            Starts gtfs-serve on what is given and nginx on files of the same bytes, both on this \
            machine only, and has wrk ask them in turn; what counts is the median of the rounds. \
            Debian has both others: apt-get install nginx-light wrk. Downloads are measured of a \
            publish folder.
            """)

    @Argument(help: "A bundle, or a publish folder.")
    var path: String

    @Option(help: "The stop_id of the board; by default a stop with as many calls as most.")
    var stop: String?

    @Option(help: "The day of the board, such as 20261123; by default the busiest.")
    var date: String?

    @Option(help: "Seconds that each load lasts in a round.")
    var seconds = 3

    @Option(help: "Rounds.")
    var rounds = 3

    @Option(help: "The gtfs-serve to measure; by default the one beside gtfs-bench.")
    var gtfsServe: String?

    @Option(
        help: ArgumentHelp(
            "Measure the server with live data beside the same without, instead of nginx: this message of "
                + "the board's day. Can be repeated: the messages follow on each other.",
            valueName: "file"))
    var realtime: [String] = []

    func validate() throws {
        guard seconds > 0, rounds > 0 else {
            throw ValidationError("--seconds and --rounds must be 1 or more")
        }
        guard date.map({ Self.day($0) != nil }) ?? true else {
            throw ValidationError("--date must be a day such as 20261123")
        }
    }

    func run() async throws {
        let scratch = try ScratchPlace()
        defer { scratch.remove() }
        let place = try ServedPlace(path)
        let board = try await board(of: place.bundle)
        guard let wrk = MeasuredProgram.find("wrk") else { throw Self.lacking("wrk") }
        let setting = ServeSetting(
            program: try gtfsServe ?? MeasuredProgram.neighbour("gtfs-serve"), place: place,
            board: board, rounds: rounds,
            runner: try WrkRunner(wrk, scratch: scratch.path, seconds: seconds))
        guard realtime.isEmpty else {
            let trial = try LiveServeTrial(setting, messages: realtime)
            print(Printing.markdown(try await trial.run()))
            return
        }
        // Debian keeps it in a folder that only root's path contains.
        let nginx =
            MeasuredProgram.find("nginx")
            ?? ["/usr/sbin/nginx"].first(where: FileManager.default.isExecutableFile)
        guard let nginx else { throw Self.lacking("nginx") }
        let trial = ServeTrial(setting: setting, nginx: nginx)
        print(Printing.markdown(ServeFigure.table(try await trial.run())))
    }

    private static func day(_ text: String) -> ServiceDate? {
        Int32(text).flatMap(ServiceDate.init(yyyymmdd:))
    }

    private static func lacking(_ program: String) -> BenchmarkError {
        BenchmarkError("there is no \(program) here: apt-get install nginx-light wrk")
    }

    private func board(of bundle: String) async throws -> ServedBoard {
        let arguments = try SampleArguments(Database(Connection(path: bundle, .reading)))
        let stops = arguments.stops
        guard let stop = stop ?? (stops.isEmpty ? nil : stops[stops.count / 2]),
            let date = Self.day(date ?? "\(arguments.busiestDate)")
        else { throw BenchmarkError("\(bundle) has no stop with departures") }
        return ServedBoard(stop: stop, date: date)
    }
}

struct ServedPlace {
    let path: String
    let bundle: String
    let download: String?

    init(_ path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw BenchmarkError("\(path): there is no such file or folder")
        }
        guard isFolder.boolValue else {
            bundle = path
            download = nil
            return
        }
        let manifest = try Data(contentsOf: URL(fileURLWithPath: path + "/manifest.json"))
        let name = try JSONDecoder().decode(NewestBundle.self, from: manifest).current.bundle.name
        bundle = path + "/" + name
        download = "/api/v1/bundle/" + name
    }

    private struct NewestBundle: Decodable {
        struct Version: Decodable {
            struct File: Decodable { let name: String }
            let bundle: File
        }
        let current: Version
    }
}
