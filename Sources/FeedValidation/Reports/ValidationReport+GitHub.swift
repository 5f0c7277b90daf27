extension ValidationReport {
    /// Returns a line for each of the first ten samples of a code, which is what GitHub shows; with
    /// a baseline, for those that are new.
    package func gitHubAnnotations(_ context: ReportContext) -> String {
        var text = ""
        for group in groups {
            let level = group.severity.level(info: "notice")
            if let beyond = group.newBeyondSamples {
                text += "::\(level) title=\(Self.property(group.code))::"
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
                text += "::\(level) \(place)title=\(Self.property(title))::"
                text += Self.data(notice.message + (others.isEmpty ? "" : " See also \(others)."))
                text += "\n"
            }
        }
        return text
    }

    private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

    private static func property(_ text: String) -> String { escaped(text, "%\r\n:,") }

    private static func escaped(_ text: String, _ marks: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if marks.unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += (digits.count < 2 ? "%0" : "%") + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
