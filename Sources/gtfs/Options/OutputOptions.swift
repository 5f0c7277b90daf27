import ArgumentParser
import BundleDelta
import BundleWriting
import Publishing
import SystemLayer

struct OutputOptions: ParsableArguments {
    @Flag(help: "Replace a file of another kind, too.")
    var force = false

    /// Files of a kind, or with --force whatever is there.
    func replacing(_ own: Replaceable) -> Replaceable { force ? .anything : own }
}

extension Replaceable {
    /// All pages are made from one frame, see `FilePage`.
    static let page = Replaceable(
        "a page of gtfs", marked: #"<meta name="generator" content="gtfs">"#)
    static let report = Replaceable(
        "a report.json of gtfs", beginning: #"{"summary":{"validatorVersion":"swift-gtfs/"#)
    static let sarif = Replaceable(
        "SARIF of gtfs",
        beginning: #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","#
            + #""version":"2.1.0","runs":[{"tool":{"driver":{"name":"gtfs","#)
    /// It names no program.
    static let systemErrors = Replaceable(
        "a list of system errors", beginning: #"{"notices":["#)
    static let junit = Replaceable("a report of gtfs validate", marked: "classname=\"gtfs\"")
    static let metrics = Replaceable("metrics of gtfs") {
        $0.starts(with: UpdateMetrics.firstLine.utf8)
    }

    /// JSON of ours, be it indented or not: its first keys always come in the same order.
    private init(_ kind: String, beginning: String) {
        self.init(kind) { head in
            String(decoding: head.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
                .hasPrefix(beginning)
        }
    }
}
