import ArgumentParser
import BundleDiffing
import SystemLayer

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the changes from one bundle to another.",
        discussion: """
            Compares agencies, routes, stops, trips and days of service by the feed's own ids. \
            Trips and their days are compared on the days that both bundles have. Other files \
            are named when their rows differ, and so are files and columns that the reference does \
            not know.
            """)

    @Argument(help: "The old bundle.")
    var old: String

    @Argument(help: "The new bundle.")
    var new: String

    @Flag(help: "Print JSON.")
    var json = false

    @Option("Write a page for browsers.", value: "file")
    var html: String?

    @OptionGroup
    var place: OutputOptions

    @Flag(help: "Print every change, not only the first of each part.")
    var all = false

    @Flag(help: "Exit with 1 when the bundles differ.")
    var exitCode = false

    private static let screenLines = 3

    func validate() throws { try OutputCheck.named("--html", html) }

    func run() throws {
        if let html {
            try OutputCheck.distinct(html, from: [old, new])
            try place.replacing(.page).check(html)
        }
        let diff = try BundleDiff(old: old, new: new)
        if let html {
            try WholeFile.write(diff.html.utf8, to: html, replacing: place.replacing(.page))
        }
        if json {
            try StandardOutput.write(data: diff.json())
        } else {
            try StandardOutput.write(diff.words(limit: all ? nil : Self.screenLines))
        }
        if exitCode, !diff.isEmpty || diff.mayDifferElsewhere { throw ExitCode(1) }
    }
}
