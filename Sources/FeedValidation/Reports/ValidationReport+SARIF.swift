/// Version 2.1.0.
extension ValidationReport {
    /// Returns a SARIF log of the kept samples; each rule's properties contain the total.
    public func sarif(_ context: ReportContext) -> String {
        var writer = JSONWriter(isPretty: context.isPretty)
        writer.object { writer in
            writer.member(
                "$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.name("runs")
            writer.array { writer in
                writer.element()
                writer.object { writer in
                    writer.name("tool")
                    writer.object { writer in
                        writer.name("driver")
                        writer.object { writeDriver(context, &$0) }
                    }
                    writer.name("results")
                    writer.array { writer in
                        for (index, group) in groups.enumerated() {
                            if let beyond = group.newBeyondSamples {
                                writer.element()
                                writer.object { writer in
                                    writer.member("ruleId", group.code)
                                    writer.member("ruleIndex", index)
                                    writer.member("level", Self.level(group.severity))
                                    writer.name("message")
                                    writer.object { $0.member("text", beyond) }
                                    writer.member("baselineState", "new")
                                }
                            }
                            var counts: [FindingIdentity: Int] = [:]
                            for (sample, notice) in group.samples.enumerated() {
                                let identity = FindingIdentity(notice)
                                counts[identity, default: 0] += 1
                                writer.element()
                                writer.object { writer in
                                    write(
                                        notice, of: group, index: index, context: context,
                                        to: &writer)
                                    writer.name("partialFingerprints")
                                    let count = counts[identity, default: 1]
                                    writer.object {
                                        $0.member(
                                            "finding/v1", "\(identity.fingerprint):\(count)")
                                    }
                                    guard let comparison = group.comparison else { return }
                                    writer.member(
                                        "baselineState",
                                        comparison.areNew[sample] ? "new" : "unchanged")
                                }
                            }
                        }
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
        writer.name("rules")
        writer.array { writer in
            for group in groups {
                writer.element()
                writer.object { writer in
                    writer.member("id", group.code)
                    writer.name("shortDescription")
                    writer.object { $0.member("text", group.definition.summary) }
                    writer.name("fullDescription")
                    writer.object {
                        $0.member("text", group.definition.why + " " + group.definition.fix)
                    }
                    writer.member("helpUri", group.definition.link)
                    writer.name("defaultConfiguration")
                    writer.object { $0.member("level", Self.level(group.severity)) }
                    writer.name("properties")
                    writer.object { $0.member("totalNotices", group.count) }
                }
            }
        }
    }

    private func write(
        _ notice: ValidationNotice, of group: Group, index: Int, context: ReportContext,
        to writer: inout JSONWriter
    ) {
        writer.member("ruleId", group.code)
        writer.member("ruleIndex", index)
        writer.member("level", Self.level(group.severity))
        writer.name("message")
        writer.object { $0.member("text", notice.message) }
        let places = notice.places
        guard !places.isEmpty else { return }
        writer.name("locations")
        writer.array { writer in
            for place in places {
                writer.element()
                writer.object { writer in
                    writer.name("physicalLocation")
                    writer.object { writer in
                        writer.name("artifactLocation")
                        writer.object { $0.member("uri", Self.uri(path(of: place.file, context))) }
                        guard let row = place.row, row > 0 else { return }
                        writer.name("region")
                        writer.object { $0.member("startLine", row) }
                    }
                }
            }
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

    private static func level(_ severity: NoticeSeverity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}
