/// JUnit's XML, which every CI server reads: a test for each code of the catalogue.
extension ValidationReport {
    /// - Parameter failing: severities that make a test fail; the others go to its output, and so
    ///   do findings that a baseline has.
    package func junit(failing: Set<NoticeSeverity>) -> String {
        let found = Dictionary(
            groups.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        let definitions = messages?.catalogue ?? NoticeCatalogue.all
        let failures = groups.count { failing.contains($0.severity) && $0.newCount > 0 }
        let name = XMLText.escaped(source)
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites tests=\"\(definitions.count)\" failures=\"\(failures)\">\n"
        text += "  <testsuite name=\"\(name)\" tests=\"\(definitions.count)\""
        text += " failures=\"\(failures)\" time=\"\(seconds)\">\n"
        for definition in definitions {
            text += "    <testcase classname=\"gtfs\" name=\"\(definition.code)\""
            guard let group = found[definition.code] else {
                text += "/>\n"
                continue
            }
            text += ">\n"
            let severity = group.severity.rawValue
            let new =
                group.newBeyondSamples.map(XMLText.escaped)
                ?? Self.lines(group.samples(thatAreNew: true))
            let newTitle =
                "\(group.newCount) \(group.comparison == nil ? "" : "new ")\(severity)"
            var output: [String] = []
            if group.newCount > 0, failing.contains(group.severity) {
                text += "      <failure type=\"\(severity)\" message=\"\(newTitle)\">"
                text += new + "</failure>\n"
            } else if group.newCount > 0 {
                output += [newTitle, new]
            }
            if group.newCount < group.count {
                output.append("\(group.count - group.newCount) known \(severity)")
                output.append(Self.lines(group.samples(thatAreNew: false)))
            }
            if !output.isEmpty {
                text += "      <system-out>\(output.joined(separator: "\n"))</system-out>\n"
            }
            text += "    </testcase>\n"
        }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private static func lines(_ notices: [ValidationNotice]) -> String {
        let lines = notices.prefix(20).map { notice in
            let places = notice.places.map { $0.file + ($0.row.map { ":\($0)" } ?? "") }
            return (places.isEmpty ? "" : places.joined(separator: ", ") + ": ") + notice.message
        }
        return XMLText.escaped(lines.joined(separator: "\n"))
    }
}

enum XMLText {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
