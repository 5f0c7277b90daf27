/// Version 2.1.0.
extension ValidationReport {
    /// Returns a SARIF log of the kept samples; each rule's properties contain the total.
    package func sarif(_ context: ReportContext) -> String {
        var writer = JSONWriter(isPretty: context.isPretty)
        writer.object { writer in
            writer.member(
                "$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.array("runs", of: [context]) { writer, context in
                writer.object { writer in
                    writer.object("tool") { writer in
                        writer.object("driver") { writeDriver(context, &$0) }
                    }
                    writer.array("results", of: results) { writer, result in
                        writer.object { write(result, context, &$0) }
                    }
                }
            }
        }
        return writer.text + "\n"
    }

    private func writeDriver(_ context: ReportContext, _ writer: inout JSONWriter) {
        writer.member("name", "gtfs")
        writer.member("version", context.validatorVersion)
        writer.member("informationUri", "https://gtfs.org/documentation/schedule/reference/")
        writer.array("rules", of: groups) { writer, group in
            writer.object { writer in
                writer.member("id", group.code)
                writer.object("shortDescription") { $0.member("text", group.definition.summary) }
                writer.object("fullDescription") {
                    $0.member("text", group.definition.why + " " + group.definition.fix)
                }
                writer.member("helpUri", group.definition.link)
                writer.object("defaultConfiguration") {
                    $0.member("level", group.severity.level(info: "note"))
                }
                writer.object("properties") { $0.member("totalNotices", group.count) }
            }
        }
    }

    private struct Result {
        let group: Group
        let index: Int
        let message: String
        var places: [ValidationNotice.Place] = []
        var fingerprint: String?
        let baselineState: String?
    }

    /// Those of one code at a time, because each has texts of its own.
    private var results: some Sequence<Result> {
        groups.enumerated().lazy.flatMap { Self.results($1, index: $0) }
    }

    private static func results(_ group: Group, index: Int) -> [Result] {
        var results: [Result] = []
        if let beyond = group.newBeyondSamples {
            results.append(
                Result(group: group, index: index, message: beyond, baselineState: "new"))
        }
        var counts: [FindingIdentity: Int] = [:]
        for (sample, notice) in group.samples.enumerated() {
            let identity = FindingIdentity(notice)
            counts[identity, default: 0] += 1
            results.append(
                Result(
                    group: group, index: index, message: notice.message, places: notice.places,
                    fingerprint: "\(identity.fingerprint):\(counts[identity, default: 1])",
                    baselineState: group.comparison.map {
                        $0.areNew[sample] ? "new" : "unchanged"
                    }))
        }
        return results
    }

    private func write(_ result: Result, _ context: ReportContext, _ writer: inout JSONWriter) {
        writer.member("ruleId", result.group.code)
        writer.member("ruleIndex", result.index)
        writer.member("level", result.group.severity.level(info: "note"))
        writer.object("message") { $0.member("text", result.message) }
        if !result.places.isEmpty {
            writer.array("locations", of: result.places) { writer, place in
                writer.object { writer in
                    writer.object("physicalLocation") { write(place, context, &$0) }
                }
            }
        }
        if let fingerprint = result.fingerprint {
            writer.object("partialFingerprints") { $0.member("finding/v2", fingerprint) }
        }
        writer.member("baselineState", result.baselineState)
    }

    private func write(
        _ place: ValidationNotice.Place, _ context: ReportContext, _ writer: inout JSONWriter
    ) {
        writer.object("artifactLocation") {
            $0.member("uri", Self.uri(path(of: place.file, context)))
        }
        if let row = place.row, row > 0 {
            writer.object("region") { $0.member("startLine", row) }
        }
    }

    /// A path as a URI reference according to RFC 3986.
    private static func uri(_ path: String) -> String {
        var uri = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            // Messages may come from a URL.
            case UInt8(ascii: ":") where path.hasPrefix("http"): uri += ":"
            default:
                uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return uri
    }
}
