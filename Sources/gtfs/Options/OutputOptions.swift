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
        "a page of gtfs",
        beginning: #"<!DOCTYPEhtml><htmllang="en"><head><metacharset="utf-8">"#
            + #"<metaname="generator"content="gtfs"><metahttp-equiv="#)
    static let report = Replaceable(
        "a report.json of gtfs", beginning: #"{"summary":{"validatorVersion":"swift-gtfs/"#)
    static let sarif = Replaceable(
        "SARIF of gtfs",
        beginning: #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","#
            + #""version":"2.1.0","runs":[{"tool":{"driver":{"name":"gtfs","#)
    static let systemErrors = Replaceable("a list of system errors") { head in
        let text = dense(head)
        return text == #"{"notices":[]}"#
            || text.hasPrefix(#"{"notices":[{"code":""#) && text.contains(#","sampleNotices":["#)
    }
    static let junit = Replaceable("a report of gtfs validate") { head in
        let text = dense(head)
        return text.hasPrefix(#"<?xmlversion="1.0"encoding="UTF-8"?><testsuitestests=""#)
            && text.contains(#"><testcaseclassname="gtfs"name=""#)
    }
    static let metrics = Replaceable("metrics of gtfs") {
        $0.starts(with: UpdateMetrics.firstLine.utf8)
    }

    /// A file that always begins alike, be it indented or not.
    private init(_ kind: String, beginning: String) {
        self.init(kind) { Self.dense($0).hasPrefix(beginning) }
    }

    private static func dense(_ head: [UInt8]) -> String {
        String(decoding: head.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
