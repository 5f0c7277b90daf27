import FeedReading
import GTFSSchedule

/// Row rules of one's own for `trips.txt`, `stop_times.txt` and `shapes.txt`, which are checked
/// without a struct for each row: the files are read once more, if there are such rules.
struct RowsOnceMore {
    let archive: FeedArchive
    let options: ValidationOptions
    let rules: RuleBins

    func run() throws {
        try read(Trip.self)
        try read(StopTime.self)
        try read(ShapePoint.self)
    }

    private func read<Row: FeedRow>(_ type: Row.Type) throws {
        guard !rules.rows(type).isEmpty else { return }
        // What loading finds and keeps is known already.
        let feed = LoadedFeed(
            options: options, cancellation: archive.cancellation,
            temporaryDirectory: archive.temporaryDirectory)
        let loader = RowsLoader<Row>(feed, RuleBins(rowRulesOf: rules), readsAhead: false)
        try FeedFiles(archive, only: Row.file.name, convertsText: !options.isCanonical).eachFile {
            _ = try loader.read($0.member.name, from: $1) { _, _, _ in true }
        }
    }
}
