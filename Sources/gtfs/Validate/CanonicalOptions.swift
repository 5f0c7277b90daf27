import ArgumentParser

/// Options of the canonical validator that have nothing to do here.
struct CanonicalOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "No effect: a download is kept in a temporary file.", valueName: "folder"))
    var storageDirectory: String?

    @Flag(
        name: [.customShort("n"), .long],
        help: "No effect: gtfs rules --json has the notices.")
    var exportNoticesSchema = false

    @Flag(
        name: [.customLong("svu", withSingleDash: true), .long],
        help: "No effect: nobody is asked for a newer version.")
    var skipValidatorUpdate = false

    /// Says which of the given options have no effect.
    func explain() {
        if storageDirectory != nil {
            StandardError.write("gtfs: --storage-directory has no effect\n")
        }
        if exportNoticesSchema {
            StandardError.write(
                "gtfs: --export-notices-schema has no effect; see gtfs rules --json\n")
        }
    }
}
