extension ValidationReport {
    /// Returns a line for each of the first ten samples of a code, which is what GitHub shows; with
    /// a baseline, for those that are new.
    public func gitHubAnnotations(_ context: ReportContext) -> String {
        var text = ""
        for group in groups {
            if let beyond = group.newBeyondSamples {
                text += "::\(Self.command(group.severity)) title=\(Self.property(group.code))::"
                text += Self.data(beyond) + "\n"
            }
            for notice in group.samples(thatAreNew: true).prefix(10) {
                // An annotation has one place.
                let places = notice.places
                var place = ""
                if let first = places.first {
                    place += "file=\(Self.property(path(of: first.file, context))),"
                    if let row = first.row { place += "line=\(row)," }
                }
                let others = places.dropFirst().map(\.text).joined(separator: ", ")
                let title =
                    group.newCount > 1 ? "\(group.code) (\(group.newCount))" : group.code
                text += "::\(Self.command(group.severity)) \(place)title=\(Self.property(title))::"
                text += Self.data(notice.message + (others.isEmpty ? "" : " See also \(others)."))
                text += "\n"
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
