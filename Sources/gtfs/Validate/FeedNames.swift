/// Names of folders for the reports of several feeds.
enum FeedNames {
    /// The last part of each path or URL without its extension; `-2` and so on tell equal ones
    /// apart.
    static func distinct(_ locations: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return locations.map { location in
            let name = base(location)
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name)-\(counts[name] ?? 0)"
        }
    }

    private static func base(_ location: String) -> String {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let known = [".zip", ".tar.gz", ".tgz", ".tar", ".7z"]
        let lower = last.lowercased()
        let suffix = known.first { lower.hasSuffix($0) && lower.count > $0.count } ?? ""
        let name = String(last.dropLast(suffix.count))
        return name.isEmpty || name == "-" || name == "." || name == ".." ? "feed" : name
    }
}
