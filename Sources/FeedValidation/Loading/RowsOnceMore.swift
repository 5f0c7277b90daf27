import FeedCompiling
import FeedReading
import GTFSSchedule

/// Row rules of one's own for `trips.txt`, `stop_times.txt` and `shapes.txt`, which are checked
/// without a struct for each row: the files are read once more, if there are such rules.
struct RowsOnceMore {
    let archive: FeedArchive
    let options: ValidationOptions
    let rules: RuleBins
    let cut: FeedCut

    func run() throws {
        try read(Trip.self)
        try read(StopTime.self)
        try read(ShapePoint.self)
    }

    private func read<Row: FeedRow>(_ type: Row.Type) throws {
        let name = Row.file.name
        guard !rules.rows(type).isEmpty, !cut.leftOutFiles.contains(name) else { return }
        // What loading finds and keeps is known already.
        let feed = LoadedFeed(
            options: options, cancellation: archive.cancellation,
            temporaryDirectory: archive.temporaryDirectory)
        let loader = RowsLoader<Row>(feed, RuleBins(rowRulesOf: rules), readsAhead: false)
        try FeedFiles(archive, only: name, convertsText: !options.isCanonical).eachFile {
            let source = try cut.source($1, of: name)
            _ = try loader.read($0.member.name, from: source) { _, _, _ in true }
        }
    }
}
