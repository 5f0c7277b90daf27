import ArgumentParser
import BundleDelta
import BundleWriting

/// `gtfs patch`: from the old bundle to the new one by a delta, and how deltas are made.
struct Patch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patch",
        abstract: "Make tomorrow's bundle from today's and a delta, or make that delta.",
        discussion: """
            gtfs patch OLD.sqlite FILE.delta -o NEW.sqlite
            gtfs patch --make OLD.sqlite NEW.sqlite -o FILE.delta

            Applying a delta gives the new bundle to the last byte, or an error: the delta knows \
            both files by their SHA-256.
            """)

    @Flag(help: "Make the delta that leads from the first bundle to the second.")
    var make = false

    @Argument(help: "The old bundle.")
    var old: String

    @Argument(help: "The delta; with --make the new bundle.")
    var second: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Where the result goes.", valueName: "file"))
    var output: String

    func run() throws {
        let file = try BundleFile(target: output)
        if make {
            try BundleDelta.make(from: old, to: second, intoFile: file.temporaryPath)
        } else {
            try BundleDelta.apply(second, to: old, intoFile: file.temporaryPath)
        }
        try file.publish()
    }
}
