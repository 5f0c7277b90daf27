/// The Static Analysis Results Interchange Format, version 2.1.0, which code hosts show beside the
/// changed files.
extension ValidationReport {
    /// A SARIF log of the kept samples; each rule's properties have the total.
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
                            for notice in group.samples {
                                writer.element()
                                writer.object { write(notice, group, index, &$0) }
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
        _ notice: ValidationNotice, _ group: Group, _ index: Int, _ writer: inout JSONWriter
    ) {
        writer.member("ruleId", group.code)
        writer.member("ruleIndex", index)
        writer.member("level", Self.level(group.severity))
        writer.name("message")
        writer.object { $0.member("text", notice.message) }
        guard let file = notice.file else { return }
        writer.name("locations")
        writer.array { writer in
            writer.element()
            writer.object { writer in
                writer.name("physicalLocation")
                writer.object { writer in
                    writer.name("artifactLocation")
                    writer.object { $0.member("uri", file) }
                    guard let row = notice.row, row > 0 else { return }
                    writer.name("region")
                    writer.object { $0.member("startLine", row) }
                }
            }
        }
    }

    private static func level(_ severity: NoticeSeverity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}
