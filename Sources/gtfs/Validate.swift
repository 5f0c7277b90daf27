import ArgumentParser
import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule

/// `gtfs validate`: the notices of a feed.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a feed with the notices of the canonical validator.")

    /// Whose counts to give.
    enum Compatibility: String, ExpressibleByArgument, CaseIterable {
        case canonical
    }

    @OptionGroup(title: "Feed")
    var feed: FeedOptions

    @Option(help: "Give the counts of the canonical validator, its defects included.")
    var compat: Compatibility?

    @Option(name: .shortAndLong, help: "The date that counts as today.")
    var date: String?

    @Option(name: .shortAndLong, help: "The feed's country, for phone numbers.")
    var countryCode: String?

    @Option(name: .shortAndLong, help: "The folder for the reports.")
    var output: String?

    func run() throws {
        let day =
            date.flatMap { ServiceDate(cellText: $0.filter { $0 != "-" }) }
            ?? ServiceDate(dayNumber: Int(Date().timeIntervalSince1970) / 86_400)
        var options = ValidationOptions(date: day, countryCode: countryCode)
        options.isCanonical = compat == .canonical
        let report = try Validator(options).validate(
            try feed.open(isCanonical: options.isCanonical))
        if let output {
            try FileManager.default.createDirectory(
                atPath: output, withIntermediateDirectories: true)
            try report.json.write(
                toFile: output + "/report.json", atomically: true, encoding: .utf8)
        }
        for group in report.groups {
            try StandardOutput.write("\(group.severity.rawValue) \(group.code) \(group.count)\n")
        }
    }
}
