import ArgumentParser
import BundleDelta
import BundleWriting
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
    static let report = Replaceable("a report of gtfs validate", marked: "\"swift-gtfs/")
    /// It names no program.
    static let systemErrors = Replaceable("a list of system errors") {
        String(decoding: $0.prefix(64), as: UTF8.self).contains("\"notices\"")
    }
    static let junit = Replaceable("a report of gtfs validate", marked: "classname=\"gtfs\"")
    static let metrics = Replaceable("metrics of gtfs") { $0.starts(with: "# HELP gtfs_".utf8) }
}
