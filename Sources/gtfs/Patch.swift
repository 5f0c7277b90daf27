import ArgumentParser
import BundleDelta
import BundleWriting
import SystemLayer

struct Patch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patch",
        abstract: "Make tomorrow's bundle from today's and a delta, or make that delta.",
        discussion: """
            gtfs patch OLD.sqlite FILE.delta -o NEW.sqlite
            gtfs patch --make OLD.sqlite NEW.sqlite -o FILE.delta

            Applying a delta gives the new bundle byte for byte, or an error: the delta names both \
            files by their SHA-256.
            """)

    @Flag(help: "Make the delta that leads from the first bundle to the second.")
    var make = false

    @Argument(help: "The old bundle.")
    var old: String

    @Argument(help: "The delta; with --make the new bundle.")
    var second: String

    @Option("The file to write the result to.", value: "file", name: .shortAndLong)
    var output: String

    @OptionGroup
    var place: OutputOptions

    func validate() throws { try OutputCheck.named("--output", output) }

    func run() throws {
        // The new bundle may replace the old one; a delta must not replace its inputs.
        try OutputCheck.distinct(output, from: make ? [old, second] : [second])
        let own = place.replacing(make ? .delta : .bundle)
        let file = try NewFile(at: output, make ? .bytes : .database, replacing: own)
        if make {
            try BundleDelta.make(from: old, to: second, into: file)
        } else {
            try BundleDelta.apply(second, to: old, into: file)
        }
        try file.publish()
    }
}
