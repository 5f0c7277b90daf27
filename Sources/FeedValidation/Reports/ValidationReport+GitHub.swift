/// Workflow commands that GitHub Actions turns into annotations.
extension ValidationReport {
    /// A line for each of the first ten samples of a code, which is what GitHub shows.
    public var gitHubAnnotations: String {
        var text = ""
        for group in groups {
            for notice in group.samples.prefix(10) {
                var place = notice.file.map { "file=\(Self.property($0))," } ?? ""
                if let row = notice.row { place += "line=\(row)," }
                let title = group.count > 1 ? "\(group.code) (\(group.count))" : group.code
                text += "::\(Self.command(group.severity)) \(place)title=\(Self.property(title))::"
                text += Self.data(notice.message) + "\n"
            }
        }
        return text
    }

    private static func command(_ severity: NoticeSeverity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
    }

    private static func data(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func property(_ text: String) -> String {
        data(text).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case ":": result += "%3A"
            case ",": result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
