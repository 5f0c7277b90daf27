import ArgumentParser
import FeedReading

struct FeedOptions: ParsableArguments {
    @Argument(
        help: "A zip, tar.gz, 7z or folder, - for standard input, or an http(s) URL.")
    var feed: String?

    @Option(name: .shortAndLong, help: "The feed, as an option.")
    var input: String?

    @Option(name: .shortAndLong, help: "The feed's URL, as an option.")
    var url: String?

    @OptionGroup
    var access: AccessOptions

    func validate() throws {
        let given = [feed, input, url].compactMap { $0 }
        guard given.count == 1 else {
            throw ValidationError(
                given.isEmpty
                    ? "no feed given: name a file, a folder, - or a URL"
                    : "one feed at a time: give it as an argument, with --input or with --url")
        }
        try access.check([location], url: url)
    }

    var location: String { feed ?? input ?? url ?? "" }

    func open() throws -> FeedArchive { try access.open(location) }

    var temporaryFolder: String { access.temporaryFolder }
}
