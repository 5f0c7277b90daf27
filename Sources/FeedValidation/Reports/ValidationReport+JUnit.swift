/// JUnit's XML, which every CI server reads: a test for each code of the catalogue.
extension ValidationReport {
    /// - Parameter failing: severities that make a test fail; the others go to its output.
    public func junit(failing: Set<NoticeSeverity>) -> String {
        let found = Dictionary(
            groups.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        let definitions = NoticeCatalogue.all
        let failures = groups.count { failing.contains($0.severity) }
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
            let lines = group.samples.prefix(20).map { notice in
                let place = [notice.file, notice.row.map { "\($0)" }].compactMap { $0 }
                return (place.isEmpty ? "" : place.joined(separator: ":") + ": ") + notice.message
            }
            let body = XMLText.escaped(lines.joined(separator: "\n"))
            let title = "\(group.count) \(group.severity.rawValue)"
            text += ">\n"
            if failing.contains(group.severity) {
                text += "      <failure type=\"\(group.severity.rawValue)\" message=\"\(title)\">"
                text += body + "</failure>\n"
            } else {
                text += "      <system-out>\(title)\n\(body)</system-out>\n"
            }
            text += "    </testcase>\n"
        }
        return text + "  </testsuite>\n</testsuites>\n"
    }
}

/// Text inside XML and HTML.
enum XMLText {
    /// Writes the five special characters as entities and leaves out characters that XML forbids.
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
