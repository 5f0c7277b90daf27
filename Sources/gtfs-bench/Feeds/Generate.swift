import ArgumentParser
import CArchive

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a synthetic feed, the same for the same options.",
        discussion: """
            Two feeds that differ in --stops only have equally many trips, patterns and timings, and \
            so show whether memory grows with rows.

            --merged writes a feed like those of whole countries, in which trips share little: half \
            of the patterns have one trip, half of the trips begin at seconds of their own, a \
            quarter have running times of their own, another quarter distances, and their ids have \
            30 characters. It has 22 stop times for each of --trips, and other files in proportion; \
            the other options do not count then.
            """)

    @Option(name: .shortAndLong, help: "The zip to write.")
    var output: String

    @Option(help: "Trips.")
    var trips = 20_000

    @Option(help: "Stops of every trip.")
    var stops = 30

    @Option(help: "Stop patterns; each is a route with a shape.")
    var patterns = 200

    @Option(help: "Different running times, at most 300.")
    var timings = 10

    @Flag(help: "Spreads the rows of every trip over stop_times.txt.")
    var scattered = false

    @Flag(help: "Writes a feed like the merged ones of whole countries, of so many --trips.")
    var merged = false

    func validate() throws {
        for (name, value) in [
            ("--trips", trips), ("--stops", stops), ("--patterns", patterns),
            ("--timings", timings),
        ] where value < 1 {
            throw ValidationError("\(name) must be 1 or more")
        }
        guard timings <= 300 else { throw ValidationError("--timings must be 300 or less") }
        guard stops > 1 else { throw ValidationError("--stops must be 2 or more") }
    }

    func run() throws {
        let zip = try ZipWriter(path: output)
        if merged {
            try MergedFeed(trips: trips).write(to: zip)
        } else {
            try SyntheticFeed(
                trips: trips, stops: stops, patterns: patterns, timings: timings,
                scattered: scattered
            ).write(to: zip)
        }
        try zip.close()
    }
}

final class ZipWriter {
    private let archive: OpaquePointer
    private var failure: String?

    init(path: String) throws {
        guard let archive = archive_write_new() else {
            throw ValidationError("libarchive has no memory")
        }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_open_filename(archive, path))
    }

    deinit {
        archive_write_free(archive)
    }

    func add(_ name: String, body: (inout FeedText) throws -> Void) throws {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        try check(archive_write_header(archive, entry))
        var text = FeedText { [self] bytes in
            guard failure == nil else { return }
            if archive_write_data(archive, bytes.baseAddress, bytes.count) < 0 {
                failure = message
            }
        }
        try body(&text)
        text.flush()
        if let failure { throw ValidationError(failure) }
    }

    func close() throws {
        try check(archive_write_close(archive))
    }

    private var message: String {
        archive_error_string(archive).map { String(cString: $0) } ?? "the zip cannot be written"
    }

    private func check(_ code: CInt) throws {
        guard code == ARCHIVE_OK else { throw ValidationError(message) }
    }
}
