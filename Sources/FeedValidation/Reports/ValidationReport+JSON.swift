extension ValidationReport {
    /// `report.json`, in the shape of the canonical validator.
    public var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("summary")
            writer.object { writer in
                writer.member("gtfsInput", source)
                writer.member("validationTimeSeconds", seconds)
            }
            writer.name("notices")
            writer.array { writer in
                for group in groups {
                    writer.element()
                    write(group, &writer)
                }
            }
        }
        return writer.text + "\n"
    }

    private func write(_ group: Group, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", group.code)
            writer.member("severity", group.severity.rawValue)
            writer.member("totalNotices", group.count)
            writer.name("sampleNotices")
            writer.array { writer in
                for notice in group.samples {
                    writer.element()
                    writer.object { writer in
                        for field in notice.fields.fields { writer.member(field.name, field.value) }
                    }
                }
            }
        }
    }
}
