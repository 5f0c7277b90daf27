import ArgumentParser
import BundleWriting

/// `gtfs inspect`: the content of a bundle.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the contents of a bundle: provenance, days, counts, bytes, top routes.")

    @Argument(help: "The bundle.")
    var bundle: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let inspection = try BundleInspection(path: bundle)
        if json {
            try StandardOutput.write(data: JSONText.pretty(inspection) + "\n")
        } else {
            try StandardOutput.write(inspection.text)
        }
    }
}
