/// Runs what has next to nothing to do: what is left is the start of a process.
struct StartTrial {
    let gtfs: String
    let scratch: String
    let runs: Int

    func run() throws -> [ReachMeasurement] {
        let feed = "\(scratch)/tiny.zip"
        try SyntheticFeed(
            trips: 2, stops: 3, patterns: 1, timings: 1, ownDistances: false, scattered: false
        ).write(toFile: feed)
        let bytes = try MeasuredProgram.size(of: feed)
        let bundle = "\(scratch)/tiny.sqlite"
        let subjects = [
            subject("--version", "starts and ends", ["--version"]),
            subject(
                "build", "makes a bundle of \(bytes) bytes",
                ["build", feed, "-o", bundle, "--quiet"]),
            subject("validate", "validates \(bytes) bytes", ["validate", feed]),
        ]
        var measurements = subjects.map { ReachMeasurement(name: $0.name, does: $0.does) }
        for _ in 0..<runs {
            for (index, subject) in subjects.enumerated() {
                try subject.run(cores: nil, into: &measurements[index], unzipSeconds: nil)
            }
        }
        return measurements
    }

    private func subject(_ name: String, _ does: String, _ arguments: [String]) -> ReachSubject {
        // 1 says that there are errors in the feed.
        let program = MeasuredProgram(
            program: gtfs, arguments: arguments, isSilent: true, lastGoodCode: 1,
            errorFile: "\(scratch)/errors.txt")
        return ReachSubject(name: "gtfs \(name)", does: does, programs: [program])
    }
}
