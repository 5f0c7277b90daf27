import Foundation

extension ReachSubject {
    /// Where the bundle of `gtfs build` lies.
    static func bundle(in scratch: String) -> String { "\(scratch)/reach.sqlite" }

    /// What only unpacks the feed: the measure of all others.
    static func unzip(_ feed: String) -> ReachSubject {
        let program = MeasuredProgram.find("unzip").map {
            // 1 is a warning, such as bytes before the archive.
            MeasuredProgram(
                program: $0, arguments: ["-p", feed], isSilent: true, lastGoodCode: 1)
        }
        return ReachSubject(
            name: "unzip -p", does: "unpacks", programs: [program].compactMap { $0 }, isPeer: true,
            isMeasure: true, lacking: program == nil ? "apt-get install unzip" : nil)
    }

    /// What gtfs does, in an order in which each finds what it needs.
    static func verbs(of gtfs: String, feed: String, scratch: String) throws -> [ReachSubject] {
        let bundle = bundle(in: scratch)
        let bare = "\(scratch)/bare.sqlite"
        let published = "\(scratch)/published"
        let definition = try definition(feed, publish: published, scratch: scratch)
        func verb(
            _ name: String, _ does: String, _ arguments: [String], makesAnew: [String] = [],
            output: String? = nil, lastGoodCode: Int = 0
        ) -> ReachSubject {
            let program = MeasuredProgram(
                program: gtfs, arguments: arguments, isSilent: true, lastGoodCode: lastGoodCode,
                errorFile: "\(scratch)/errors.txt")
            return ReachSubject(
                name: "gtfs \(name)", does: does, programs: [program], makesAnew: makesAnew,
                output: output)
        }
        return [
            verb(
                "build --no-validate", "makes a bundle",
                ["build", "--no-validate", feed, "-o", bare, "--quiet"], output: bare),
            verb(
                "build", "makes a bundle, validates", ["build", feed, "-o", bundle, "--quiet"],
                output: bundle),
            // 1 says that there are errors in the feed.
            verb("validate", "validates", ["validate", feed], lastGoodCode: 1),
            verb("verify", "compares the bundle with its feed", ["verify", feed, bundle]),
            verb(
                "update", "makes a bundle, validates, publishes for the first time",
                ["update", definition, "--quiet"], makesAnew: [published]),
            verb(
                "update, unchanged", "finds that nothing is to be done",
                ["update", definition, "--quiet"]),
        ]
    }

    /// Writes the definition of a feed that is published into a folder; returns where it is.
    private static func definition(
        _ feed: String, publish: String, scratch: String
    ) throws -> String {
        let path = "\(scratch)/reach.yaml"
        let source = URL(fileURLWithPath: feed).path
        let lines = [
            "id: reach", "source: \"\(source)\"", "publish: \"\(publish)\"",
            "guards: { allow_expired: true }",
        ]
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
